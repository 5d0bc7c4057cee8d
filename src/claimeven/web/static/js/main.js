/** Puts the page together: one state, what changes it, and what shows it. */
import { lastPosition } from "./game/game.js";
import { isOver } from "./game/rules.js";
import { mainline } from "./game/variation.js";
import { bindAnalysis } from "./state/analysis.js";
import { bindComputer, bindPlayers } from "./state/computer.js";
import { bindExplanation } from "./state/explanation.js";
import { bindHistory, stateFromAddress } from "./state/history.js";
import { createPreview } from "./state/preview.js";
import { createPuzzles } from "./state/puzzles.js";
import { bindReview } from "./state/review.js";
import { bindSavedGames, createSavedGames } from "./state/saved_games.js";
import { displayedPosition, openColumns } from "./state/selectors.js";
import { createSession } from "./state/session.js";
import { createStore } from "./state/store.js";
import { bindTree } from "./tree/controller.js";
import { createTreePanel } from "./tree/panel.js";
import { createAnalysisPanel } from "./views/analysis_panel.js";
import { announcement, whyAnnouncement } from "./views/announce.js";
import { createBoard } from "./views/board.js";
import { createColumns } from "./views/columns.js";
import { createControls } from "./views/controls.js";
import { byId, setText } from "./views/dom.js";
import { createEvaluationBar } from "./views/evaluation_bar.js";
import { keepFocus } from "./views/focus.js";
import { createGamesDialog } from "./views/games_dialog.js";
import { createInsetBoard } from "./views/inset_board.js";
import { bindKeys } from "./views/keys.js";
import { marksOf } from "./views/marks.js";
import { createMoveList } from "./views/move_list.js";
import { createPlayPanel } from "./views/play_panel.js";
import { createPositionPanel } from "./views/position_panel.js";
import { createPuzzlePanel } from "./views/puzzle_panel.js";
import { createReviewPanel } from "./views/review_panel.js";
import { createRulesDialog } from "./views/rules_dialog.js";
import { copyLink } from "./views/save_card.js";
import { scrollToChange } from "./views/scrolling.js";
import { bindSound } from "./views/sound.js";
import { createStatus } from "./views/status.js";
import { createTabs } from "./views/tabs.js";
import { bindTheme } from "./views/theme.js";
import { createVariationCard } from "./views/variation_card.js";
import { bindHighlight } from "./views/why_card.js";

/** @typedef {import("./state/state.js").State} State */

const NOTICE_MILLISECONDS = 6000;
const CONFIRM_NEW_GAME = "Press N again to leave this game and start a new one.";

const store = createStore(stateFromAddress());
const session = createSession(store, Math.random);

// What happens by itself when the state changes.
const playersRequest = bindPlayers(store);
const moveRequest = bindComputer(store, session);
const analysisRequest = bindAnalysis(store);
const explanationRequest = bindExplanation(store);
const reviews = bindReview(store);
const tree = bindTree(store);
const puzzles = createPuzzles(store);
const preview = createPreview(store);
const savedGames = createSavedGames();
bindSavedGames(store, savedGames);
bindHighlight(store);

// What buttons and keys do.

/** Act on a column, by a click or a key. @param {number} column */
function pressColumn(column) {
  const state = store.get();
  if (state.edit) session.paint(column);
  else if (state.preview) preview.stop();
  else if (puzzles.isWaiting()) puzzles.answer(column);
  else session.drop(column);
}

/** @param {import("./state/state.js").Tab} tab */
function openTab(tab) {
  const state = store.get();
  if (tab === state.tab) return;
  store.set({ tab, edit: null, preview: null, values: state.values || tab === "analysis" });
}

function startReview() {
  openTab("review");
  reviews.start();
}

/** Review the game, from the end of the mainline or of a variation. */
function reviewGame() {
  byId("tab-review").focus();
  session.leaveVariation();
  startReview();
}

/** Repeat every request that failed. */
function retryRequests() {
  for (const request of [playersRequest, moveRequest, analysisRequest, explanationRequest]) request.stop();
  tree.retry();
  reviews.retry();
  puzzles.retry();
  store.set({});
}

/** Start a new game; during a game, only when the key is pressed twice. */
function pressNewGame() {
  const { game, notice } = store.get();
  const main = mainline(game);
  const isUnderWay = main.moves.length > 0 && !isOver(lastPosition(main));
  if (isUnderWay && notice !== CONFIRM_NEW_GAME) store.set({ notice: CONFIRM_NEW_GAME });
  else session.restart();
}

/** @param {"hint" | "threats" | "values"} name */
function toggle(name) {
  store.set({ [name]: !store.get()[name] });
}

/** Leave what is on the board besides the game; without that, leave the variation. */
function leave() {
  const state = store.get();
  const isCovered = state.preview || state.edit || state.betterColumn !== null || state.highlight || state.notice;
  if (isCovered) store.set({ preview: null, edit: null, betterColumn: null, highlight: null, notice: "" });
  else if (state.tab !== "tree") session.leaveVariation();
}

/**
 * Return an action on the preview while there is one, otherwise on the game.
 *
 * @param {() => void} onPreview
 * @param {() => void} onGame
 */
function previewOrGame(onPreview, onGame) {
  return () => (store.get().preview ? onPreview() : onGame());
}

/**
 * Return an action on the tree while its panel is open, otherwise another one.
 *
 * @param {() => void} onTree
 * @param {() => void} otherwise
 */
function treeOr(onTree, otherwise) {
  return () => (store.get().tab === "tree" ? onTree() : otherwise());
}

function showKeys() {
  /** @type {HTMLDialogElement} */ (byId("keys")).showModal();
}

const first = previewOrGame(() => preview.goTo(0), session.first);
const last = previewOrGame(() => preview.goTo(Infinity), session.last);
const back = previewOrGame(() => preview.move(-1), session.back);
const forward = previewOrGame(() => preview.move(1), session.forward);
const undo = previewOrGame(() => preview.move(-1), session.undo);
const redo = previewOrGame(() => preview.move(1), session.redo);

// What shows the state.

/** The column under the pointer. @type {number | null} */
let hovered = null;
/** @param {number | null} column */
const hover = (column) => {
  hovered = column;
  updateBoard(store.get());
};
const rules = createRulesDialog();
const gamesDialog = createGamesDialog(savedGames, store, (game) => {
  session.load(game);
  byId("headline").focus();
});
const board = createBoard(pressColumn, hover);
byId("board").append(board.element);
const columns = createColumns(byId("columns"), pressColumn, hover);
const reviewPanel = createReviewPanel(byId("panel-review"), store, session, preview, { start: startReview, stop: reviews.stop });
/** @type {import("./state/state.js").View[]} */
const views = [
  { update: updateBoard },
  createControls(),
  createStatus(retryRequests),
  createEvaluationBar(byId("evalbar")),
  createTabs(openTab),
  createPlayPanel(byId("panel-play"), store, session, gamesDialog.open),
  createAnalysisPanel(byId("panel-analysis"), store, preview, pressColumn),
  reviewPanel,
  createPositionPanel(byId("panel-position"), store, session),
  createTreePanel(byId("panel-tree"), store, tree),
  createPuzzlePanel(byId("panel-puzzles"), store, puzzles, preview),
  createVariationCard(byId("variation"), session),
  createMoveList(byId("record"), session),
  createInsetBoard(),
];

/** @param {State} state */
function updateBoard(state) {
  const isOpen = hovered !== null && openColumns(state).includes(hovered);
  board.update(displayedPosition(state), marksOf(state), isOpen ? hovered : null);
  columns.update(state, hovered);
}

/** @param {State} state @param {State} before */
function announce(state, before) {
  const message = announcement(state, before);
  if (message !== null) setText(byId("announcement"), message);
  const why = whyAnnouncement(state, before);
  if (why !== null) setText(byId("announcement-why"), why);
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let noticeTimer;
store.subscribe((state, before) => {
  keepFocus(() => {
    for (const view of views) view.update(state);
  });
  announce(state, before);
  scrollToChange(state, before);
  if (state.notice && state.notice !== before.notice) {
    clearTimeout(noticeTimer);
    noticeTimer = setTimeout(() => store.set({ notice: "" }), NOTICE_MILLISECONDS);
  }
});

/** @type {Record<string, () => void>} */
const clicks = {
  first,
  undo,
  redo,
  last,
  hint: () => toggle("hint"),
  values: () => toggle("values"),
  threats: () => toggle("threats"),
  pace: session.togglePace,
  step: session.step,
  "take-back": () => {
    session.undo();
    byId("headline").focus();  // the button itself has disappeared
  },
  "accept-mistake": () => {
    session.acceptMistake();
    byId("headline").focus();
  },
  "review-game": reviewGame,
  "play-again": session.restart,
  "variant-four": () => session.chooseVariant("four"),
  "variant-max": () => {
    session.chooseVariant("max");
    rules.introduce();
  },
  "show-rules": () => rules.show(store.get().game.start.variant),
  "copy-link": () => copyLink(store),
  help: showKeys,
};
for (const [id, action] of Object.entries(clicks)) byId(id).addEventListener("click", action);

/** @type {Record<string, () => void>} */
const keys = {
  ArrowLeft: treeOr(() => tree.move(-1), back),
  ArrowRight: treeOr(() => tree.move(1), forward),
  Home: treeOr(() => tree.goTo(0), first),
  End: treeOr(() => tree.goTo(Infinity), last),
  Escape: leave,
  u: undo,
  y: redo,
  h: () => toggle("hint"),
  v: () => toggle("values"),
  t: () => toggle("threats"),
  p: session.togglePace,
  b: preview.toggle,
  j: () => reviewPanel.goToMistake(1),
  k: () => reviewPanel.goToMistake(-1),
  s: session.swapSides,
  n: pressNewGame,
  "?": showKeys,
};
for (const name of [1, 2, 3, 4, 5, 6, 7]) keys[String(name)] = () => pressColumn(name - 1);
bindKeys(keys, /** @type {HTMLInputElement} */ (byId("letters")));

bindTheme(byId("theme"));
bindSound(byId("sound"), store);
bindHistory(store);
store.set({});
