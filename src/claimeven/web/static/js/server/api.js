/**
 * The server, as functions: what it answers.
 *
 * The types are those of docs/http.md, where columns count from 1; a test compares them with the server's schemas.
 *
 * @typedef {import("./http.js").Call} Call
 */
import { ask, whileAlive } from "./http.js";

/**
 * An exact value, for the side to move.
 *
 * @typedef {object} Value
 * @property {number} score
 * @property {"win" | "draw" | "loss"} verdict
 * @property {number} plies until the game ends
 * @property {string} words as "win in 35 plies"
 * @property {string} short as "win in 35"
 */

/**
 * What a disc in a column leads to; a full column has no score.
 *
 * @typedef {object} ColumnValue
 * @property {number} column
 * @property {number | null} score
 * @property {"win" | "draw" | "loss" | "full"} verdict
 * @property {number | null} plies
 * @property {string} words
 * @property {string} short
 */

/**
 * Every column of a position, and the best line: a value with more beside it.
 *
 * @typedef {object} AnalysisFields
 * @property {string} sentence
 * @property {ColumnValue[]} columns from the left
 * @property {number[]} best centre first
 * @property {string | null} line moves, null while it is not known
 * @property {number} nodes
 * @property {number} seconds
 * @typedef {Value & AnalysisFields} AnalysisAnswer
 */

/**
 * The columns in the order in which they will be told.
 *
 * @typedef {object} Start
 * @property {number[]} order
 */

/**
 * A search at work on a column, or on the best line if that is null.
 *
 * @typedef {object} Progress
 * @property {number | null} column
 * @property {number} nodes
 * @property {number} seconds
 */

/**
 * Why there is no answer; line and column say where a text is wrong.
 *
 * @typedef {object} Problem
 * @property {string} error one word, for programs
 * @property {string} message
 * @property {number} [line]
 * @property {number} [column]
 */

/**
 * Why a stream ends without an answer.
 *
 * @typedef {object} Failure
 * @property {number} status
 * @property {string} error one word, for programs
 * @property {string} message
 */

/**
 * What comes while a position is analyzed, in the order of the search.
 *
 * @typedef {{event: "start", data: Start}
 *   | {event: "column", data: ColumnValue}
 *   | {event: "progress", data: Progress}
 *   | {event: "score" | "done", data: AnalysisAnswer}
 *   | {event: "error", data: Failure}} AnalysisEvent
 */

/**
 * The column that a player of the server chooses, and its value where the player knows it.
 *
 * @typedef {object} MoveAnswer
 * @property {string} player
 * @property {number} column
 * @property {Value | null} value
 */

/**
 * One move of a game, judged; null is what was not known within the limit.
 *
 * @typedef {object} JudgedPly
 * @property {number} ply counts all discs, from 1
 * @property {number} column
 * @property {"x" | "o"} player
 * @property {Value | null} before the best that the player could get
 * @property {Value | null} after what the move leads to
 * @property {"best" | "weaker_win" | "win_given_away" | "draw_given_away" | "weaker_loss" | null} judgement
 * @property {string | null} words
 * @property {number | null} better a column that was better, null where none was
 * @property {number | null} first_player_score after the move
 * @property {import("../state/explanation.js").Overlooked | null} overlooked
 */

/**
 * Every move of a game, judged.
 *
 * @typedef {object} ReviewAnswer
 * @property {boolean} complete false where the limit came first
 * @property {JudgedPly[]} plies
 * @property {number | null} turning_point the ply of the last move that changed the result
 * @property {{x: number, o: number}} mistakes
 * @property {{x: number | null, o: number | null}} accuracy the share of best moves
 * @property {string} words
 */

/**
 * A node of an alpha-beta tree; alpha and beta are those when it was left, null where they are infinite. Its
 * ``value`` is its minimax value or a bound of it, as ``bound`` says.
 *
 * @typedef {object} TreeNode
 * @property {number | null} move null at the root
 * @property {"alice" | "bill" | null} player who made the move
 * @property {number} depth
 * @property {number} value
 * @property {"exact" | "upper" | "lower"} bound
 * @property {number} returned what the search handed to the parent: not beyond the window that the node was given
 * @property {number | null} alpha
 * @property {number | null} beta
 * @property {number[]} pruned columns that were not looked at
 * @property {(TreeNode & {move: number})[]} children
 */

/**
 * An alpha-beta tree with what it was asked for.
 *
 * @typedef {object} TreeAnswer
 * @property {number} depth
 * @property {string} estimate
 * @property {"alice" | "bill"} first who is to move at the root
 * @property {boolean} pruning
 * @property {number} value
 * @property {number[]} line the best line
 * @property {number} nodes
 * @property {TreeNode} tree
 */

/**
 * What a pasted text is. Of the position that it shows, this is what the page reads.
 *
 * @typedef {object} ParseAnswer
 * @property {"moves" | "drawing" | "board" | "state" | "columns"} kind
 * @property {string[]} notes sentences for the person
 * @property {{variant: Variant, start: string | null, moves: string}} position
 *
 * @typedef {import("../game/rules.js").Variant} Variant
 */

/** The players that the server offers, by variant. @param {Call} call @returns {Promise<import("../state/levels.js").Players>} */
export const getPlayers = async (call) => (await getJson("/api/options", call)).players;

/** The column that a player chooses. @param {URLSearchParams} query @param {Call} call @returns {Promise<MoveAnswer>} */
export const getMove = (query, call) => getJson(`/api/move?${query}`, call);

/** A game judged move by move. @param {URLSearchParams} query @param {Call} call @returns {Promise<ReviewAnswer>} */
export const getReview = (query, call) => getJson(`/api/review?${query}`, call);

/** Why a position is worth what it is. @param {URLSearchParams} query @param {Call} call @returns {Promise<import("../state/explanation.js").Explanation>} */
export const getExplanation = (query, call) => getJson(`/api/explain?${query}`, call);

/** The tree of a position. @param {string} query @param {Call} call @returns {Promise<TreeAnswer>} */
export const getTree = (query, call) => getJson(`/api/tree?${query}`, call);

/** What a pasted text is. @param {string} text @param {Variant} variant @param {Call} call @returns {Promise<ParseAnswer>} */
export const parseText = (text, variant, call) => getJson("/api/parse", call, {
  method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ text, variant }),
});

/** The JSON answer of a path; the functions above say what it is. @param {string} path @param {Call} call @param {RequestInit} [init] @returns {Promise<any>} */
async function getJson(path, call, init = {}) {
  const response = await ask(path, call, init);
  return whileAlive(() => response.json());
}

/** What is found out about a position, bit by bit. @param {URLSearchParams} query @param {Call} call @returns {AsyncGenerator<AnalysisEvent>} */
export async function* streamAnalysis(query, call) {
  const response = await ask(`/api/analyze/stream?${query}`, call, {});
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const decoder = new TextDecoder();
  let text = "";
  let isComplete = false;
  try {
    while (true) {
      const { done, value } = await whileAlive(() => reader.read());
      isComplete = done;
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const message = parseEvent(block);
        if (message) yield message;
      }
    }
  } finally {
    if (!isComplete) reader.cancel().catch(() => {});
  }
}

/** One event of a stream; null for a line that only keeps the connection alive. @param {string} block @returns {AnalysisEvent | null} */
function parseEvent(block) {
  let event = "message";
  let data = "";
  for (const line of block.split(/\r?\n/)) {
    if (line.startsWith("event:")) event = line.slice(6).trim();
    if (line.startsWith("data:")) data += line.slice(5).trim();
  }
  return data ? /** @type {AnalysisEvent} */ ({ event, data: JSON.parse(data) }) : null;
}
