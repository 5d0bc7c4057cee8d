/**
 * Fetches the search tree of the shown position while its panel is open, and steps through its search.
 *
 * @typedef {import("../server/api.js").TreeAnswer} TreeAnswer
 * @typedef {import("../state/state.js").State} State
 * @typedef {import("../state/state.js").Store} Store
 * @typedef {import("./trace.js").TreeState} TreeState
 * @typedef {ReturnType<typeof bindTree>} TreeController
 */
import { positionQuery } from "../game/address.js";
import { shownPosition } from "../game/game.js";
import { isOver } from "../game/rules.js";
import { getTree } from "../server/api.js";
import { createLatestRequest } from "../server/latest_request.js";
import { errorReporter } from "../state/state.js";
import { pathKey, pathKeys, traceSearch } from "./trace.js";

/** Milliseconds between two steps that follow by themselves. */
const INTERVAL = 700;

/** Return the query of the shown position's tree, or null if it has none. @param {State} state */
export function treeQuery(state) {
  if (state.game.start.variant !== "four" || isOver(shownPosition(state.game))) return null;
  const query = positionQuery(state.game);
  query.set("depth", String(state.treeDepth));
  query.set("estimate", state.estimate);
  query.set("pruning", String(state.pruning));
  return query.toString();
}

/** @param {string} query @param {TreeAnswer} answer @returns {TreeState} */
function treeFromAnswer(query, answer) {
  const steps = traceSearch(answer.tree, answer.first, answer.pruning);
  const line = answer.line.map((column) => column - 1);
  return {
    query,
    root: answer.tree,
    first: answer.first,
    steps,
    step: steps.length - 1,
    line,
    path: [],
    open: new Set(["", ...pathKeys(line.slice(0, -1))]),
  };
}

/** @param {Store} store */
export function bindTree(store) {
  const request = createLatestRequest(errorReporter(store, "tree"));
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;

  const stopPlaying = () => {
    clearInterval(timer);
    timer = undefined;
  };

  store.subscribe((state) => {
    const query = state.tab === "tree" ? treeQuery(state) : null;
    if (query === null) {
      stopPlaying();
      request.stop();
      return;
    }
    if (state.tree?.query === query) return;
    request.start(query, async (options) => {
      const answer = await getTree(query, options);
      store.set({ tree: treeFromAnswer(query, answer) });
    });
  });

  /** @param {Partial<TreeState>} patch */
  const change = (patch) => {
    const { tree } = store.get();
    if (tree) store.set({ tree: { ...tree, ...patch } });
  };

  /** Show a step of the search, and open the branches that lead to it. @param {number} index */
  const goTo = (index) => {
    const { tree } = store.get();
    if (!tree) return;
    const step = Math.max(0, Math.min(tree.steps.length - 1, index));
    const { path } = tree.steps[step];
    change({ step, path, open: new Set([...tree.open, "", ...pathKeys(path)]) });
  };

  const playNext = () => {
    const { tree } = store.get();
    // Before the last step is shown: the panel then also shows that playing has stopped.
    if (!tree || tree.step >= tree.steps.length - 2) stopPlaying();
    if (tree) goTo(tree.step + 1);
  };

  return {
    /** Fetch the tree again at the next change of the state. */
    retry: () => request.stop(),
    goTo,
    /** Go forward by this many steps; back if negative. @param {number} count */
    move: (count) => goTo((store.get().tree?.step ?? 0) + count),
    /** Go to the next cut, or to the end. */
    nextCut() {
      const { tree } = store.get();
      if (!tree) return;
      const next = tree.steps.findIndex((step, index) => index > tree.step && step.kind === "cut");
      goTo(next < 0 ? tree.steps.length - 1 : next);
    },
    /** Play the search step by step, or stop; returns true when it plays. */
    togglePlaying() {
      if (timer !== undefined) {
        stopPlaying();
        return false;
      }
      const { tree } = store.get();
      if (tree && tree.step === tree.steps.length - 1) goTo(0);
      timer = setInterval(playNext, INTERVAL);
      return true;
    },
    isPlaying: () => timer !== undefined,
    /** Open or close a node, and show its position on the board. @param {readonly number[]} path */
    toggleNode(path) {
      const { tree } = store.get();
      if (!tree) return;
      const open = new Set(tree.open);
      const key = pathKey(path);
      if (open.has(key)) open.delete(key);
      else open.add(key);
      change({ open, path });
    },
  };
}
