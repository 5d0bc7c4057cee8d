"""Why a position is worth what it is: threats, forced lines, rules and covers, and an Explanation of them."""
