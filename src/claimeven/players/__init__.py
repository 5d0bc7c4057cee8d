"""Players, the table of their names, and Game, the record of a game."""
