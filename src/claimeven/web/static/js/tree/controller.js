/**
 * The tree of the shown position, fetched when its view is open, and walking through its search.
 *
 * @typedef {import("../state/state.js").Store} Store
 * @typedef {import("../server/api.js").TreeAnswer} TreeAnswer
 * @typedef {import("./trace.js").TreeState} TreeState
 */
import { positionQuery } from "../game/address.js";
import { getTree } from "../server/api.js";
import { createDesk } from "../server/latest_request.js";
import { shown } from "../game/game.js";
import { isOver } from "../game/rules.js";
import { troubleOf } from "../state/state.js";
import { pathKey, traceSearch } from "./trace.js";

/** Milliseconds between two steps that walk by themselves. */
const PAUSE = 700;

/** The keys of a path and of all paths on the way to it. @param {readonly number[]} path */
const wayTo = (path) => ["", ...path.map((_, index) => pathKey(path.slice(0, index + 1)))];

/** What the tree of the shown position is asked with, null where there is no tree. @param {import("../state/state.js").State} state */
export function treeQuery(state) {
  if (state.game.start.variant !== "four" || isOver(shown(state.game))) return null;
  const query = positionQuery(state.game);
  query.set("depth", String(state.treeDepth));
  query.set("estimate", state.estimate);
  query.set("pruning", String(state.pruning));
  return query.toString();
}

/** @param {Store} store */
export function bindTree(store) {
  const desk = createDesk(troubleOf(store, "tree"));
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let walking;

  /** @param {string} query @param {TreeAnswer} answer @param {boolean} pruning */
  const keep = (query, answer, pruning) => {
    const steps = traceSearch(answer.tree, answer.first, pruning);
    const line = answer.line.map((column) => column - 1);
    store.set({ tree: { query, root: answer.tree, first: answer.first, steps, step: steps.length - 1, line, path: [], open: new Set(wayTo(line.slice(0, -1))) } });
  };

  store.subscribe((state) => {
    const query = state.tab === "tree" ? treeQuery(state) : null;
    if (query === null || state.tree?.query === query) {
      if (query === null) {
        halt();
        desk.stop();
      }
      return;
    }
    desk.want(query, async (call) => keep(query, await getTree(query, call), state.pruning));
  });

  /** @param {Partial<TreeState>} patch */
  const change = (patch) => {
    const { tree } = store.get();
    if (tree) store.set({ tree: { ...tree, ...patch } });
  };

  /** Look at a step of the search; branches on the way open. @param {number} index */
  const goTo = (index) => {
    const { tree } = store.get();
    if (!tree) return;
    const step = Math.max(0, Math.min(tree.steps.length - 1, index));
    const { path } = tree.steps[step];
    change({ step, path, open: new Set([...tree.open, ...wayTo(path)]) });
  };
  const halt = () => {
    clearInterval(walking);
    walking = undefined;
  };

  return {
    retry: () => desk.stop(),
    goTo,
    /** Some steps on, or back. @param {number} count */
    move: (count) => goTo((store.get().tree?.step ?? 0) + count),
    /** On to the next cut, or to the end. */
    nextCut() {
      const { tree } = store.get();
      if (!tree) return;
      const next = tree.steps.findIndex((step, index) => index > tree.step && step.kind === "cut");
      goTo(next < 0 ? tree.steps.length - 1 : next);
    },
    /** Walk by itself, or stop; true when it walks. */
    toggleWalk() {
      if (walking) {
        halt();
        return false;
      }
      const { tree } = store.get();
      if (tree && tree.step === tree.steps.length - 1) goTo(0);
      walking = setInterval(() => {
        const now = store.get().tree;
        // Before the last step is shown: who shows it also shows that the walk is over.
        if (!now || now.step >= now.steps.length - 2) halt();
        if (now) goTo(now.step + 1);
      }, PAUSE);
      return true;
    },
    isWalking: () => walking !== undefined,
    /** Open or close a node, and show it on the board. @param {readonly number[]} path */
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

/** @typedef {ReturnType<typeof bindTree>} TreeDesk */
