"""The memory layout that Python and the kernels share: workspaces and the table, word by word.

A *workspace* is one array of words for each searching thread, so that kernels never allocate. The caller
writes the question into row 0, calls an entry (entries.py) with the address of the workspace, and reads the
answer from row 0. Row n holds the children of the current node whose children have n cells left.

    row 0     0 .. 15         column masks, centre first, then zeros
              NODES           nodes searched so far
              BUDGET          the number of nodes at which the search pauses; set it to 0 to pause at once
              PAUSED          0, or the row at which a search was paused: see below
              LOWER, UPPER    the bounds known so far of the value, each plus OFFSET
              SHARED          threads divide nodes that have more cells left than this (abdada.py)
              LEAVE           the row of a node on the path that another thread has decided, or 0
              MIRROR          max_search.py: mirror images share an entry if more cells than this are left
              FLOATING        max_search.py: not 0 when some disc floats
              BOTTOM .. STRIDE   the masks of the board (bits.py)
              TABLE, WORDS    the table: its address, and its size in words
              GAME            FOUR or MAX
              OWN, FILLED     the position to solve
              FLOOR, CEILING  values outside this range need not be exact, each plus OFFSET
              DEPTH, ESTIMATE choose: how far to look ahead, and which estimate to use
              AHEAD           choose: the depth of the current iteration; DEPTH + 1 when the value is known
              VALUE, COLUMN   choose: the result; the column is a number in the order of the masks.
                              complete_line: VALUE is 1 if the seeker completes a line first, else 0
              WANTED          columns: the drops whose values are not known yet
              POSITIONS       solve_all: the address of the positions, four words each:
                              OWN, FILLED, FLOOR, CEILING
              SCORES, COUNT   solve_all: the address of one byte for each value, and the number of positions
              DONE            solve_all: the number of positions solved so far
              RESULTS ..      columns: the value of each column, plus OFFSET, in the order of the masks
    row n     0 .. 11         the children in the order of search: rank << 8 | number
              PAUSED_PLACE    if the search is paused below this node: the place in the order of the child
                              being searched, << 8 | the number of children in the order
              PAUSED_BEST     likewise: the best value so far, plus OFFSET
              PATH_KEY        the node's key hash while it is on the path of a shared search, else 0
              PATH_BOUND      the node's alpha, then the bound found by another thread, each plus OFFSET
              CHILDREN ..     four words for each child: its move, its key hash, a value that the search
                              hands down to it (safe drops, or lines completed), and its rank
    row 63    LINES ..        complete_line: four words for the seeker's lines, four for the stopper's
              QUESTION        complete_line: the number of this question, from 1; unique for its table
              SIDE            complete_line: the side to move, SEEKER or STOPPER
              VALID           complete_line: bit n is 1 if entries of the question n numbers ago that say
                              the seeker fails are still valid; the next word: those that say it succeeds

*Pausing.* A search that has used up its budget returns to its caller, and every node on the path records its
place in its row. PAUSED identifies the node at which the budget ended by the number of cells left there
(choose: by the plies still to look ahead). To resume, call the same entry with a larger budget and nothing
else changed: it sees that PAUSED is not 0, walks down the same path without counting nodes or using the
table, sets PAUSED to 0 at that node, and continues as if it had never stopped. So the budget of a turn
changes neither node counts nor scores. A new question must start with PAUSED = 0.

The *table* is an array of words that any number of workspaces may share: a power of two of entries
(table.py), at least 2 ** INDEX_BITS, followed by BUSY_MARKS words for abdada.py. This module imports nothing,
not even numpy: it is all that the rest of the package needs to know about the kernels.
"""

ROWS = 64
ROW = 64  # words in a row
NODES, BUDGET, LOWER, UPPER, SHARED, LEAVE, MIRROR, FLOATING = range(16, 24)
BOTTOM, CELLS, LEAD, ANSWER, STRIDE, TABLE, WORDS, GAME, OWN, FILLED, FLOOR, CEILING = range(24, 36)
DEPTH, ESTIMATE, VALUE, COLUMN, WANTED, POSITIONS, SCORES, COUNT, DONE, PAUSED, AHEAD = range(36, 47)
RESULTS = 48
PAUSED_PLACE, PAUSED_BEST, PATH_KEY, PATH_BOUND, CHILDREN = 12, 13, 14, 15, 16
LINES = 63 * ROW  # no board has 63 cells
QUESTION, SIDE, VALID = range(LINES + 8, LINES + 11)
CHILD_WORDS = 4
KEY_HASH, HANDED_DOWN, CHILD_RANK = 1, 2, 3  # words of a child; word 0 is its move

WORD_BYTES = 8
WORKSPACE_WORDS = ROWS * ROW
POSITION_WORDS = 4

FOUR, MAX = 0, 1
SEEKER, STOPPER = 0, 1
DIFFERENCE, POTENTIAL = 0, 1

OFFSET = 128  # added to every value and bound of an exact search, so that it is a number from 0 to 256
OVER = 127  # the "value" of a game of Connect Four that has ended: there is no side to move
MIDDLE = 1 << 15  # like OFFSET, for the values of ``choose``
UNIT = 16  # the value of one line in the estimates of ``choose``

INDEX_BITS = 16  # with at least this many index bits, the keys of a table are exact
BUSY_MARKS = 1 << 12

SHARED_LEFT = 20  # shorter searches are not worth dividing; 16 and 24 need as many nodes, or a few more
FILL_MIRROR_LEFT = 20  # with 12: 3 to 7 % fewer nodes, but no faster; with 28: 15 % more nodes
