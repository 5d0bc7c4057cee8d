"""The memory that the library works in, word by word: what Python writes and reads, and kernels agree on.

A *workspace* is one array of words for each searching thread, so that nothing is ever allocated. Whoever asks
writes the question into row 0, calls an entry (entries.py) with the address of the workspace, and reads the
answer there. Row n holds what a node whose children have n cells left knows of them.

    row 0     0 .. 15         column masks, centre first, then zeros
              NODES           nodes searched so far
              BUDGET          nodes that may be searched; setting it to 0 pauses the search
              PAUSED          0, or the row at which a search was paused: see below
              LOWER, UPPER    the bounds of the value found so far, each plus OFFSET
              SHARED          where more cells are left, threads divide the search (abdada.py)
              LEAVE           the row of the node that another thread has decided, or 0
              MIRROR          max_search.py: mirror images share an entry while more cells than this are left
              FLOATING        max_search.py: not 0 when some disc floats
              BOTTOM .. STRIDE   the masks of the board (bits.py)
              TABLE, WORDS    the table: its address, and its size in words
              GAME            CONNECT or FILL
              OWN, FILLED     the position in question
              FLOOR, CEILING  it is enough to know that its value is at most, at least this, each plus OFFSET
              DEPTH, KIND     choose: how far to look ahead, and which estimate to use
              AHEAD           choose: how far it looks now; one more than DEPTH when the value is known
              VALUE, COLUMN   choose: what it found; the column is a number in the order of the masks.
                              complete_line: VALUE is 1 if the seeker completes a line first, else 0
              WANTED          columns: the drops whose values are still to be found
              POSITIONS       solve_all: the address of four words a position: OWN, FILLED, FLOOR, CEILING
              SCORES, COUNT   solve_all: the address of a byte for each value, and how many there are
              DONE            solve_all: how many have been found
              RESULTS ..      columns: the value of each column, plus OFFSET, in the order of the masks
    row n     0 .. 11         the children in the order of search: rank << 8 | number
              PAUSED_PLACE    while the search is paused below: the child that it is at, as a place in the
                              order, << 8 | how many children are in order
              PAUSED_BEST     and the best value so far, plus OFFSET
              PATH_KEY        the node's key hash while it is on the path of a shared search, else 0
              PATH_BOUND      its alpha, then what another thread has found, each plus OFFSET
              CHILDREN ..     four words a child: its move, its key hash, what the search hands down to it
                              (safe drops, or lines completed), and its rank
    row 63    LINES ..        complete_line: four words for the lines of the seeker, four for the stopper's
              QUESTION        complete_line: a number that no other question to the same table has, from 1 on
              SIDE            complete_line: who is to move, SEEKER or STOPPER
              VALID           complete_line: bit n is 1 if entries of the question n numbers ago count that
                              say that the seeker fails; a second word is for those that say it succeeds

*Pausing.* A search that has used up its budget returns to its caller, and every node on the path keeps in its
row where it was. PAUSED says at which node the budget ended: the number of cells left there (choose: of plies
still to look ahead). The same entry, called again with a larger budget and nothing else changed, finds that
PAUSED is not 0, walks down the same path without counting, asking or storing anything, sets PAUSED to 0 at
that node, and goes on as if it had never stopped. So the size of a turn changes neither nodes nor scores. A
new question begins with PAUSED = 0.

The *table* is an array of words that any number of workspaces may share: a power of two of entries
(table.py), at least 2 ** INDEX_BITS, then BUSY_MARKS words for abdada.py. This module imports nothing,
neither numba nor numpy: it is all that the rest of the package needs to know of the kernels.
"""

ROWS, ROW = 64, 64
NODES, BUDGET, LOWER, UPPER, SHARED, LEAVE, MIRROR, FLOATING = range(16, 24)
BOTTOM, CELLS, LEAD, ANSWER, STRIDE, TABLE, WORDS, GAME, OWN, FILLED, FLOOR, CEILING = range(24, 36)
DEPTH, KIND, VALUE, COLUMN, WANTED, POSITIONS, SCORES, COUNT, DONE, PAUSED, AHEAD = range(36, 47)
RESULTS = 48
PAUSED_PLACE, PAUSED_BEST, PATH_KEY, PATH_BOUND, CHILDREN = 12, 13, 14, 15, 16
LINES = 63 * ROW  # no board has 63 cells
QUESTION, SIDE, VALID = range(LINES + 8, LINES + 11)
CHILD_WORDS = 4
KEY_HASH, HANDED_DOWN, CHILD_RANK = 1, 2, 3  # of a child, whose first word is its move

WORD_BYTES = 8
WORKSPACE_WORDS = ROWS * ROW
POSITION_WORDS = 4

CONNECT, FILL = 0, 1
SEEKER, STOPPER = 0, 1
DIFFERENCE, POTENTIAL = 0, 1

OFFSET = 128  # makes every value and bound of an exact search a number from 0 to 256
OVER = 127  # the "value" of a game of Connect Four that has ended: there is no side to move
MIDDLE = 1 << 15  # the same for the values of ``choose``
UNIT = 16  # of which so many make a line

INDEX_BITS = 16  # the least number of index bits of a table that makes its keys exact
BUSY_MARKS = 1 << 12

SHARED_LEFT = 20  # below, a search is too short to divide; 16 and 24 need as many nodes, or a few more
FILL_MIRROR_LEFT = 20  # 12: 3 to 7 % fewer nodes, no faster; 28: 15 % more nodes
