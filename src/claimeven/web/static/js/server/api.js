/**
 * One function for each endpoint that the page uses. Columns in answers count from 1.
 *
 * The types of the answers are generated from the server's OpenAPI document, by path; see docs/http.md for their meaning.
 *
 * @typedef {import("./http.js").RequestOptions} RequestOptions
 * @typedef {import("../game/rules.js").Variant} Variant
 * @typedef {import("./types.js").Answers} Answers
 * @typedef {Answers["/api/options"]["players"]} PlayersAnswer
 * @typedef {Answers["/api/move"]} MoveAnswer
 * @typedef {Answers["/api/review"]} ReviewAnswer
 * @typedef {ReviewAnswer["plies"][number]} ReviewedMove
 * @typedef {Answers["/api/explain"]} Explanation
 * @typedef {Explanation["sentences"][number]} Sentence
 * @typedef {Answers["/api/tree"]} TreeAnswer
 * @typedef {TreeAnswer["tree"]} TreeNode
 * @typedef {Answers["/api/parse"]} ParseAnswer
 * @typedef {Answers["/api/puzzle"]} Puzzle
 * @typedef {Answers["/api/puzzles"]["puzzles"][number]} PuzzleEntry
 * @typedef {Answers["/api/analyze/stream"]} AnalysisEvent
 * @typedef {Extract<AnalysisEvent, {event: "progress"}>["data"]} Progress
 */
import { request, whileServerResponds } from "./http.js";

/**
 * Return the players that the server offers, by variant.
 *
 * @param {RequestOptions} options
 * @returns {Promise<PlayersAnswer>}
 */
export async function getPlayers(options) {
  /** @type {Answers["/api/options"]} */
  const answer = await getJson("/api/options", options);
  return answer.players;
}

/**
 * Return the column that a player chooses.
 *
 * @param {URLSearchParams} query
 * @param {RequestOptions} options
 * @returns {Promise<MoveAnswer>}
 */
export function getMove(query, options) {
  return getJson(`/api/move?${query}`, options);
}

/**
 * Return a game's moves, each judged.
 *
 * @param {URLSearchParams} query
 * @param {RequestOptions} options
 * @returns {Promise<ReviewAnswer>}
 */
export function getReview(query, options) {
  return getJson(`/api/review?${query}`, options);
}

/**
 * Return the reason for a position's result.
 *
 * @param {URLSearchParams} query
 * @param {RequestOptions} options
 * @returns {Promise<Explanation>}
 */
export function getExplanation(query, options) {
  return getJson(`/api/explain?${query}`, options);
}

/**
 * Return the search tree of a position.
 *
 * @param {string} query
 * @param {RequestOptions} options
 * @returns {Promise<TreeAnswer>}
 */
export function getTree(query, options) {
  return getJson(`/api/tree?${query}`, options);
}

/**
 * Return a puzzle with its hints and its solution.
 *
 * @param {number} number
 * @param {RequestOptions} options
 * @returns {Promise<Puzzle>}
 */
export function getPuzzle(number, options) {
  return getJson(`/api/puzzle?number=${number}`, options);
}

/**
 * Return the list of all puzzles.
 *
 * @param {RequestOptions} options
 * @returns {Promise<Answers["/api/puzzles"]>}
 */
export function getPuzzles(options) {
  return getJson("/api/puzzles", options);
}

/**
 * Return the position that a pasted text describes.
 *
 * @param {string} text
 * @param {Variant} variant
 * @param {RequestOptions} options
 * @returns {Promise<ParseAnswer>}
 */
export function parseText(text, variant, options) {
  return getJson("/api/parse", options, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text, variant }),
  });
}

/**
 * Return the JSON answer of a path.
 *
 * @param {string} path
 * @param {RequestOptions} options
 * @param {RequestInit} [init]
 * @returns {Promise<any>}
 */
async function getJson(path, options, init = {}) {
  const response = await request(path, options, init);
  return whileServerResponds(() => response.json());
}

/**
 * Yield the events of an analysis as they arrive.
 *
 * @param {URLSearchParams} query
 * @param {RequestOptions} options
 * @returns {AsyncGenerator<AnalysisEvent>}
 */
export async function* streamAnalysis(query, options) {
  const response = await request(`/api/analyze/stream?${query}`, options, {});
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const decoder = new TextDecoder();
  let text = "";
  let isComplete = false;
  try {
    while (true) {
      const { done, value } = await whileServerResponds(() => reader.read());
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

/**
 * Return an event of a stream, or null for a comment that only keeps the connection alive.
 *
 * @param {string} block
 * @returns {AnalysisEvent | null}
 */
function parseEvent(block) {
  let event = "message";
  let data = "";
  for (const line of block.split(/\r?\n/)) {
    if (line.startsWith("event:")) event = line.slice("event:".length).trim();
    if (line.startsWith("data:")) data += line.slice("data:".length).trim();
  }
  if (!data) return null;
  return /** @type {AnalysisEvent} */ ({ event, data: JSON.parse(data) });
}
