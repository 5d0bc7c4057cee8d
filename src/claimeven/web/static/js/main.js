/** Puts the page together: one state, what changes it, and what shows it. */
import { bindAnalysis } from "./state/analysis.js";
import { createAnalysisPanel } from "./views/analysis_panel.js";
import { createBoard } from "./views/board.js";
import { createColumns, openColumns } from "./views/columns.js";
import { byId, setAttribute, setText } from "./views/dom.js";
import { createEvalBar } from "./views/evaluation_bar.js";
import { keepingFocus } from "./views/focus.js";
import { shown } from "./game/game.js";
import { bindGames, createGames } from "./state/saved_games.js";
import { createGamesDialog } from "./views/games_dialog.js";
import { bindHistory, stateFromAddress } from "./state/history.js";
import { bindKeys } from "./views/keys.js";
import { marksOf } from "./views/marks.js";
import { bindOpponent, bindPlayers } from "./state/computer.js";
import { createPlayPanel } from "./views/play_panel.js";
import { createPositionPanel } from "./views/position_panel.js";
import { isOnLine, mainOf } from "./game/variation.js";
import { createLineCard } from "./views/variation_card.js";
import { bindPreview } from "./state/preview.js";
import { createRecord } from "./views/move_list.js";
import { bindReview } from "./state/review.js";
import { createReviewPanel } from "./views/review_panel.js";
import { isOver } from "./game/rules.js";
import { createRules } from "./views/rules_dialog.js";
import { copyLink } from "./views/save_card.js";
import { createSession } from "./state/session.js";
import { bindSound } from "./views/sound.js";
import { displayed, isWatched, showsGame } from "./state/state.js";
import { spoken, spokenWhy } from "./views/announce.js";
import { createStatus } from "./views/status.js";
import { createStore } from "./state/store.js";
import { createTabs } from "./views/tabs.js";
import { bindTheme } from "./views/theme.js";
import { createTreePanel } from "./tree/panel.js";
import { bindTree } from "./tree/controller.js";
import { bindWhy } from "./state/explanation.js";
import { createPeek } from "./views/inset_board.js";
import { threatCounts } from "./game/words.js";

const store = createStore(stateFromAddress());
const session = createSession(store, Math.random);

// What happens by itself when the state changes.
const players = bindPlayers(store);
const answers = bindOpponent(store, session);
const analyses = bindAnalysis(store);
const reviews = bindReview(store);
const trees = bindTree(store);
const preview = bindPreview(store);
const whys = bindWhy(store);
const games = createGames();
bindGames(store, games);

/** @type {number | null} */
let hovered = null;
/** @param {number | null} column */
const hover = (column) => {
  hovered = column;
  showBoard(store.get());
};
/** @param {number} column */
const press = (column) => {
  if (store.get().edit) session.paint(column);
  else if (store.get().preview) preview.stop();
  else session.drop(column);
};
/** @param {import("./state/state.js").Tab} tab */
const openTab = (tab) => {
  const state = store.get();
  if (tab === state.tab) return;
  store.set({ tab, edit: null, preview: null, values: state.values || tab === "analysis" });
};
const startReview = () => {
  openTab("review");
  reviews.start();
};
/** From the end of the game or of a line beside it. */
const reviewGame = () => {
  byId("tab-review").focus();
  session.backToGame();
  startReview();
};
const retry = () => {
  players.stop();
  answers.stop();
  analyses.stop();
  whys.stop();
  trees.retry();
  reviews.retry();
  store.set({});
};
const NEW_GAME = "Press N again to leave this game and start a new one.";
/** A new game, at once only where none is being played. */
const pressNew = () => {
  const { game, notice } = store.get();
  const { moves, positions } = mainOf(game);
  const isPlayed = moves.length > 0 && !isOver(positions[moves.length]);
  if (isPlayed && notice !== NEW_GAME) store.set({ notice: NEW_GAME });
  else session.restart();
};
const toggleHint = () => store.set({ hint: !store.get().hint });
const toggleThreats = () => store.set({ threats: !store.get().threats });
const toggleValues = () => store.set({ values: !store.get().values });
const showKeys = () => /** @type {HTMLDialogElement} */ (byId("keys")).showModal();
const rules = createRules();
const kept = createGamesDialog(games, store, (game) => {
  session.load(game);
  byId("headline").focus();
});
const isTree = () => store.get().tab === "tree";
/** Through a line that is on the board beside the game, else through the game. @param {() => void} inLine @param {() => void} inGame */
const through = (inLine, inGame) => () => (store.get().preview ? inLine() : inGame());
const first = through(() => preview.goTo(0), session.first);
const last = through(() => preview.goTo(Infinity), session.last);
const back = through(() => preview.move(-1), session.back);
const forward = through(() => preview.move(1), session.forward);
const undo = through(() => preview.move(-1), session.undo);
const redo = through(() => preview.move(1), session.redo);
/** Leave what is on the board besides the game, the uppermost first. */
const leave = () => {
  const { preview, edit, better, pointed, notice } = store.get();
  if (preview || edit || better !== null || pointed || notice) store.set({ preview: null, edit: null, better: null, pointed: null, notice: "" });
  else if (!isTree()) session.backToGame();
};

// What shows the state.
const board = createBoard(press, hover);
byId("board").append(board.element);
const columns = createColumns(byId("columns"), press, hover);
const reviewPanel = createReviewPanel(byId("panel-review"), store, session, preview, { start: startReview, stop: () => reviews.stop() });
/** @type {import("./state/state.js").View[]} */
const views = [
  createStatus(retry),
  createEvalBar(byId("evalbar")),
  createTabs(openTab),
  createPlayPanel(byId("panel-play"), store, session, () => kept.open()),
  createAnalysisPanel(byId("panel-analysis"), store, preview, press),
  reviewPanel,
  createPositionPanel(byId("panel-position"), store, session),
  createTreePanel(byId("panel-tree"), store, trees),
  createLineCard(byId("line"), session),
  createRecord(byId("record"), session),
  createPeek(),
];

/** @param {import("./state/state.js").State} state */
function showBoard(state) {
  const open = openColumns(state);
  board.update(displayed(state), marksOf(state), hovered !== null && open.includes(hovered) ? hovered : null);
  columns.update(state, hovered);
}

/** @param {import("./state/state.js").State} state */
function showControls(state) {
  const { game, preview: line } = state;
  const [at, length] = line ? [line.shown, line.columns.length] : [game.at, game.moves.length];
  for (const [id, off] of /** @type {const} */ ([["first", at === 0], ["undo", at === 0], ["redo", at === length], ["last", at === length]])) {
    setAttribute(byId(id), "aria-disabled", off || state.edit !== null ? "true" : null); // and keeps the focus
  }
  const isDone = state.tab === "play" && showsGame(state) && game.moves.length > 0 && isOver(shown(game));
  byId("after-game").hidden = !isDone && !(showsGame(state) && game.moves.length > 0);
  byId("review-game").hidden = !isDone;
  setText(byId("review-game"), isOnLine(game) ? "Review the game" : "Review");
  const wasAiding = byId("aids").contains(document.activeElement);
  byId("after-game").parentElement?.classList.toggle("done", isDone);
  if (wasAiding && byId("aids").offsetParent === null) byId("review-game").focus();
  for (const name of /** @type {const} */ (["hint", "values", "threats"])) byId(name).setAttribute("aria-pressed", String(state[name]));
  showPace(state);
  byId("threat-words").hidden = !state.threats || state.edit !== null;
  setText(byId("threat-words"), `Threats: ${threatCounts(displayed(state))}`);
  document.documentElement.dataset.variant = game.start.variant;
  byId("variant-four").setAttribute("aria-pressed", String(game.start.variant === "four"));
  byId("variant-max").setAttribute("aria-pressed", String(game.start.variant === "max"));
  setText(byId("notice"), state.notice);
}

/** What holds a game that the computer plays against itself, and lets it go on. @param {import("./state/state.js").State} state */
function showPace(state) {
  const isRunning = state.pace === "running";
  const isEnded = isOver(shown(state.game));
  byId("hint").hidden = isWatched(state);
  for (const id of ["pace", "step"]) byId(id).hidden = !isWatched(state);
  setAttribute(byId("pace"), "aria-disabled", isEnded ? "true" : null);
  setAttribute(byId("step"), "aria-disabled", isEnded || isRunning ? "true" : null);
  byId("pace").querySelector("use")?.setAttribute("href", isRunning ? "#i-pause" : "#i-go");
  setText(/** @type {Element} */ (byId("pace").querySelector(".label")), isRunning ? "Pause" : "Go on");
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let fading;
store.subscribe((state, before) => {
  keepingFocus(() => {
    showBoard(state);
    showControls(state);
    for (const view of views) view.update(state);
  });
  const words = spoken(state, before);
  if (words !== null) setText(byId("said"), words);
  const why = spokenWhy(state, before);
  if (why !== null) setText(byId("said-why"), why);
  if (state.notice !== before.notice && state.notice) {
    clearTimeout(fading);
    fading = setTimeout(() => store.set({ notice: "" }), 6000);
  }
});

/** @param {string} id @param {() => void} action */
const onClick = (id, action) => byId(id).addEventListener("click", action);
onClick("first", first);
onClick("undo", undo);
onClick("redo", redo);
onClick("last", last);
onClick("hint", toggleHint);
onClick("values", toggleValues);
onClick("threats", toggleThreats);
onClick("pace", session.togglePace);
onClick("step", session.step);
onClick("review-game", reviewGame);
onClick("play-again", session.restart);
onClick("variant-four", () => session.chooseVariant("four"));
onClick("variant-max", () => {
  session.chooseVariant("max");
  rules.introduce();
});
onClick("show-rules", () => rules.show(store.get().game.start.variant));
onClick("copy-link", () => copyLink(store));
onClick("help", showKeys);
bindTheme(byId("theme"));
bindSound(byId("sound"), store);
bindKeys({
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((name) => [String(name), () => press(name - 1)])),
  ArrowLeft: () => (isTree() ? trees.move(-1) : back()),
  ArrowRight: () => (isTree() ? trees.move(1) : forward()),
  Home: () => (isTree() ? trees.goTo(0) : first()),
  End: () => (isTree() ? trees.goTo(Infinity) : last()),
  Escape: leave,
  u: undo,
  y: redo,
  h: toggleHint,
  v: toggleValues,
  t: toggleThreats,
  p: session.togglePace,
  b: () => preview.toggle(),
  j: () => reviewPanel.goToMistake(1),
  k: () => reviewPanel.goToMistake(-1),
  s: () => session.swapSides(),
  n: pressNew,
  "?": showKeys,
}, /** @type {HTMLInputElement} */ (byId("letters")));
bindHistory(store);
store.set({});
