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

/** The columns in the order in which their values will be sent. */
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

/** The column that is being searched; null while the best line is. */
export interface Progress {
  column: number | null;
  nodes: number;
  seconds: number;
}

/** Every column and the best line, with the cost of the search. */
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

/** The scores of all columns in the format of gamesolver.org. */
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

/** How a game ended; the winner of a draw is null. */
export interface Outcome {
  winner: "o" | "x" | null;
  words: string;
}

/** A position in every text format; null for a format that cannot hold it. */
export interface Exports {
  moves: string | null;
  board: string;
  state: string | null;
  columns: string;
}

/** The format of a pasted text, remarks about it, and its position. */
export interface Parsed {
  kind: "board" | "cells" | "columns" | "drawing" | "link" | "moves" | "state";
  notes: string[];
  position: Position;
}

/** The column that a player chooses, and the value of the position if the player knows it. */
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

/** A review of every move of a game. */
export interface Review {
  complete: boolean;
  plies: Ply[];
  turning_point: number | null;
  mistakes: Counts;
  accuracy: Shares;
  words: string;
}

/** A move and its review; null is what was not found within the limit. */
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

/** What the player overlooked with a move that was not best, and the cells that decide it. */
export interface Overlooked {
  kind: "answering" | "better-move" | "forced-win-given" | "forced-win-missed" | "four-missed" | "four-unanswered" | "open-lines" | "own-threat" | "under-a-threat" | "zugzwang";
  cells: string[];
  text: string;
}

/** A share between 0 and 1 for each player; null if there is nothing to share. */
export interface Shares {
  x: number | null;
  o: number | null;
}

/** Why a position has its value: a line, then a reason; in a draw, ``also`` is the second player's.

    The line is best play, unless ``faster`` names a column that wins faster than the move before the reason. */
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
  board?: string;
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

/** A rule of answering: its cells, the pairs that answer each other, and the lines that it stops. */
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

/** A sentence of the explanation, and the cells, pairs and lines that it mentions.

    It holds after so many plies of the line. The side completes ``lines``; ``stops`` are lines of the other
    side that it stops. */
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

/** The column to try, which is the last of the moves. */
export interface Played {
  column: number;
  verdict: "draw" | "loss" | "win";
  score: number;
  text: string;
}

/** An alpha-beta tree with the parameters that made it, its best line and its size. */
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
  /** What the search returned to the parent (fail-hard). */
  returned: number;
  alpha: number | null;
  beta: number | null;
  pruned: number[];
  children: Node[];
}

/** A position of Connect Four with exactly one right column, the solution. */
export interface Puzzle {
  number: number;
  kind: "hold" | "win-2" | "win-3" | "win-4" | "zugzwang";
  grade: "easy" | "hard" | "medium";
  title: string;
  moves: string;
  task: string;
  hints: string[];
  solution: number;
}

/** All puzzles, in the order of their numbers. */
export interface Puzzles {
  puzzles: PuzzleEntry[];
}

/** A puzzle in the list of all. */
export interface PuzzleEntry {
  number: number;
  kind: "hold" | "win-2" | "win-3" | "win-4" | "zugzwang";
  grade: "easy" | "hard" | "medium";
  title: string;
}

/** The values that the endpoints accept. */
export interface Options {
  version: string;
  variants: Variant[];
  players: Players;
  estimates: string[];
  limits: Limits;
}

/** A game: its name for programs and its title for people. */
export interface Variant {
  name: string;
  title: string;
}

/** The players of each variant. */
export interface Players {
  four: Player[];
  max: Player[];
}

/** A player that chooses columns. */
export interface Player {
  name: string;
  about: string;
  depth: Depth | null;
  levels: Level[];
}

/** The range of depths that a player may look ahead, and its default. */
export interface Depth {
  minimum: number;
  maximum: number;
  default: number;
}

/** How well a player may play: the number for ``level``, a name for programs and a title for people. */
export interface Level {
  number: number;
  name: string;
  title: string;
  about: string;
}

/** The largest requests that are accepted. */
export interface Limits {
  seconds: number;
  moves: number;
  text_bytes: number;
  tree_depth: number;
  tree_lines: number;
}

/** The state of the server. */
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
  "/api/puzzle": Puzzle;
  "/api/puzzles": Puzzles;
  "/api/options": Options;
  "/api/health": Health;
}

/** The answer of every endpoint that fails. */
export type ErrorAnswer = Error;
