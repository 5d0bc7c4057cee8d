/** What the server answers where it is asked why. Cells are named as e4, columns count from 1. */

/**
 * A move of the line, and why it is played.
 *
 * @typedef {object} Step
 * @property {number} column
 * @property {"x" | "o"} side
 * @property {string} why
 */

/**
 * A rule of answering.
 *
 * @typedef {object} Rule
 * @property {string} name
 * @property {string[]} cells
 * @property {string[][]} pairs cells that answer each other
 * @property {string[][]} lines those of the other side that it stops
 * @property {string} text
 */

/**
 * Why a side wins or does not lose.
 *
 * @typedef {object} Reason
 * @property {"four" | "answer" | "double-threat" | "forced" | "zugzwang" | "cover" | "no-line" | "search"} kind
 * @property {"x" | "o"} side
 * @property {number} plies of the line after which it holds
 * @property {string[]} cells
 * @property {Rule[]} rules
 * @property {string} text
 */

/**
 * An empty cell where a side completes four.
 *
 * @typedef {object} Threat
 * @property {"x" | "o"} side
 * @property {string} cell
 * @property {boolean} useful
 * @property {string} text
 */

/**
 * What a disc in a column leads to.
 *
 * @typedef {object} ColumnWhy
 * @property {number} column
 * @property {"win" | "draw" | "loss"} verdict
 * @property {string} text
 */

/**
 * The column that was asked for.
 *
 * @typedef {object} Played
 * @property {number} column
 * @property {"win" | "draw" | "loss"} verdict
 * @property {number} score
 * @property {string} text
 */

/**
 * A sentence, and what it speaks of on the board.
 *
 * @typedef {object} Sentence
 * @property {"verdict" | "line" | "reason" | "rule" | "answers" | "threats" | "advice" | "columns" | "limits"} about
 * @property {string} text
 * @property {"x" | "o" | null} side whose cells and lines they are, null where it speaks of none
 * @property {number} plies of the line that are played when it holds
 * @property {string[]} cells
 * @property {string[][]} pairs cells that answer each other
 * @property {string[][]} lines those that the side completes
 * @property {string[][]} stops lines of the other side that the pairs stop
 */

/**
 * What a move that was not best overlooked.
 *
 * @typedef {object} Overlooked
 * @property {"four-missed" | "four-unanswered" | "under-a-threat" | "forced-win-missed" | "forced-win-given" | "zugzwang" | "own-threat" | "answering" | "better-move"} kind
 * @property {string[]} cells
 * @property {string} text
 */

/**
 * Why a position is worth what it is: a line, then a reason, in a draw one for each side.
 *
 * @typedef {object} ExplanationAnswer
 * @property {string} moves
 * @property {"win" | "draw" | "loss"} verdict for the side to move
 * @property {number} score
 * @property {Step[]} line
 * @property {Reason} reason
 * @property {Reason | null} also
 * @property {Threat[]} threats
 * @property {(ColumnWhy | null)[]} columns null where no disc fits
 * @property {Sentence[]} sentences
 * @property {string} text
 * @property {Played | null} played
 */

export {};
