// The types of the server's answers. Generated from the OpenAPI document: run `make page-types`, do not edit.

/** Why there is no answer; line and column say where a text is wrong. */
export interface Error {
  error: string;
  message: string;
  line?: number;
  column?: number;
}

/** A pasted text, and the game of moves and boards that do not name their own. */
export interface Body {
  /** Moves, a board, a state file, or Alice and Bill's columns. */
  text: string;
  variant?: "four" | "max";
  size?: string;
}

/** The columns in the order in which they will be told. */
export interface Start {
  order: number[];
}

/** What a disc in a column leads to; a full column has no score. */
export interface ColumnValue {
  column: number;
  score: number | null;
  verdict: "draw" | "full" | "loss" | "win";
  plies: number | null;
  words: string;
  short: string;
}

/** A search at work on a column, or on the best line if that is null. */
export interface Progress {
  column: number | null;
  nodes: number;
  seconds: number;
}

/** Every column and the best line; seconds are those of the search. */
export interface Analysis {
  score: number;
  verdict: "draw" | "loss" | "win";
  plies: number;
  words: string;
  short: string;
  sentence: string;
  columns: ColumnValue[];
  best: number[];
  line: string | null;
  nodes: number;
  seconds: number;
}

/** Why a stream ends without an answer. */
export interface Failure {
  status: number;
  error: string;
  message: string;
}

/** An analysis as gamesolver.org writes it. */
export interface Solved {
  pos: string;
  score: number[];
}

/** Everything that can be seen on the board. */
export interface Position {
  moves: string;
  start: string | null;
  board: string;
  variant: "four" | "max";
  size: string;
  query: string;
  rows: string[];
  ply: number;
  to_move: "o" | "x" | null;
  playable: number[];
  last: [number, number] | null;
  lines: Line[];
  points: Counts;
  outcome: Outcome | null;
  exports: Exports;
}

/** Four discs in a row. */
export interface Line {
  player: "o" | "x";
  cells: [number, number][];
}

/** A number for each player. */
export interface Counts {
  x: number;
  o: number;
}

/** How a game ended. */
export interface Outcome {
  winner: "o" | "x" | null;
  words: string;
}

/** A position in every format that can hold it. */
export interface Exports {
  moves: string | null;
  board: string;
  state: string | null;
  columns: string;
}

/** What a pasted text is. */
export interface Parsed {
  kind: "board" | "columns" | "drawing" | "moves" | "state";
  notes: string[];
  position: Position;
}

/** The column that a player chooses, and the value of the position where the player knows it. */
export interface Move {
  player: string;
  column: number;
  value: Value | null;
}

/** An exact value for the side to move, as a number and in words. */
export interface Value {
  score: number;
  verdict: "draw" | "loss" | "win";
  plies: number;
  words: string;
  short: string;
}

/** Every move of a game, judged. */
export interface Review {
  complete: boolean;
  plies: Ply[];
  turning_point: number | null;
  mistakes: Counts;
  accuracy: Shares;
  words: string;
}

/** One move of a game, judged; null is what was not known within the limit. */
export interface Ply {
  ply: number;
  column: number;
  player: "o" | "x";
  before: Value | null;
  after: Value | null;
  judgement: "best" | "draw_given_away" | "weaker_loss" | "weaker_win" | "win_given_away" | null;
  words: string | null;
  better: number | null;
  first_player_score: number | null;
  overlooked: Overlooked | null;
}

/** What a move that was not best overlooked, and the cells that this is about. */
export interface Overlooked {
  kind: "answering" | "better-move" | "forced-win-given" | "forced-win-missed" | "four-missed" | "four-unanswered" | "open-lines" | "own-threat" | "under-a-threat" | "zugzwang";
  cells: string[];
  text: string;
}

/** A share for each player. */
export interface Shares {
  x: number | null;
  o: number | null;
}

/** Why a position is worth what it is: a best line, then a reason, in a draw one for each side. */
export interface Explanation {
  moves: string;
  verdict: "draw" | "loss" | "win";
  score: number;
  line: Step[];
  faster: number | null;
  reason: Reason;
  also: Reason | null;
  threats: Threat[];
  columns: (ColumnWhy | null)[];
  sentences: Sentence[];
  text: string;
  played: Played | null;
}

/** A move of the line: who plays it, and why. */
export interface Step {
  column: number;
  side: "o" | "x";
  why: string;
}

/** Why a side wins or does not lose; it holds after so many plies of the line.

    It has rules if they cover the other side's lines, and lines if its kind is ``lines``. */
export interface Reason {
  kind: "answer" | "cover" | "double-threat" | "forced" | "four" | "lines" | "mutual-zugzwang" | "no-line" | "search" | "zugzwang";
  side: "o" | "x";
  plies: number;
  cells: string[];
  rules: Rule[];
  lines: NeededLine[];
  text: string;
}

/** A rule of answering: its cells, those that answer each other in pairs, and the lines that it stops. */
export interface Rule {
  name: string;
  cells: string[];
  pairs: string[][];
  lines: string[][];
  text: string;
}

/** One of the few lines that a side needs, and the cells that it lacks.

    It is essential if the side fails with all its other lines together; null if that is not known. */
export interface NeededLine {
  cells: string[];
  lacks: string[];
  essential: boolean | null;
}

/** An empty cell where a side completes four, after so many plies of the line, and what it is good for. */
export interface Threat {
  side: "o" | "x";
  cell: string;
  plies: number;
  label: "decides" | "holds-draw" | "not-enough" | "not-needed" | "playable" | "waiting";
  text: string;
}

/** What a disc in a column leads to, in a sentence. */
export interface ColumnWhy {
  column: number;
  verdict: "draw" | "loss" | "win";
  text: string;
}

/** What is said after some plies of the line: cells, pairs, lines that the side completes or stops. */
export interface Sentence {
  about: "advice" | "answers" | "columns" | "limits" | "line" | "reason" | "rule" | "threats" | "verdict";
  text: string;
  side: "o" | "x" | null;
  plies: number;
  cells: string[];
  pairs: string[][];
  lines: string[][];
  stops: string[][];
}

/** The column that was asked for; it is the last of the moves. */
export interface Played {
  column: number;
  verdict: "draw" | "loss" | "win";
  score: number;
  text: string;
}

/** An alpha-beta tree with what it was asked for, its best line and its size. */
export interface Tree {
  depth: number;
  estimate: string;
  first: "alice" | "bill";
  pruning: boolean;
  value: number;
  line: number[];
  nodes: number;
  tree: Node;
}

/** A node of an alpha-beta tree; alpha and beta are those when it was left, null where infinite. */
export interface Node {
  move: number | null;
  player: "alice" | "bill" | null;
  depth: number;
  /** What the children prove of the minimax value, as bound says. */
  value: number;
  /** Whether value is exact, an upper bound or a lower bound. */
  bound: "exact" | "lower" | "upper";
  /** What the search handed to the parent (fail-hard). */
  returned: number;
  alpha: number | null;
  beta: number | null;
  pruned: number[];
  children: Node[];
}

/** What the endpoints accept. */
export interface Options {
  version: string;
  variants: Variant[];
  players: Players;
  estimates: string[];
  limits: Limits;
}

/** A game by its name for programs and for people. */
export interface Variant {
  name: string;
  title: string;
}

/** Who plays which variant. */
export interface Players {
  four: Player[];
  max: Player[];
}

/** Somebody who chooses columns. */
export interface Player {
  name: string;
  about: string;
  depth: Depth | null;
  levels: Level[];
}

/** How far a player may look ahead. */
export interface Depth {
  least: number;
  most: number;
  default: number;
}

/** How well a player may play: its number for ``level``, a name for programs and one for people. */
export interface Level {
  number: number;
  name: string;
  title: string;
  about: string;
}

/** How much may be asked for. */
export interface Limits {
  seconds: number;
  moves: number;
  text_bytes: number;
  tree_depth: number;
  tree_lines: number;
}

/** How the server does. */
export interface Health {
  status: "ok";
  version: string;
  ready: boolean;
  uptime: number;
  memory_mib: number;
  searches: SearchCounts;
}

/** Searches now, and since the server started. */
export interface SearchCounts {
  running: number;
  waiting: number;
  workers: number;
  queue: number;
  started: number;
  finished: number;
  stopped: number;
  refused: number;
  over_limit: number;
  shared: number;
}

export type Event = {
  event: "column";
  data: ColumnValue;
} | {
  event: "done";
  data: Analysis;
} | {
  event: "error";
  data: Failure;
} | {
  event: "progress";
  data: Progress;
} | {
  event: "score";
  data: Analysis;
} | {
  event: "start";
  data: Start;
};

/** The answer of each endpoint. */
export interface Answers {
  "/solve": Solved;
  "/api/position": Position;
  "/api/parse": Parsed;
  "/api/analyze": Analysis;
  "/api/analyze/stream": Event;
  "/api/move": Move;
  "/api/review": Review;
  "/api/explain": Explanation;
  "/api/tree": Tree;
  "/api/options": Options;
  "/api/health": Health;
}

/** The answer of every endpoint that fails. */
export type ErrorAnswer = Error;
