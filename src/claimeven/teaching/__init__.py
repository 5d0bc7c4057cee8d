"""Search to learn from: fixed-depth minimax, estimates, and alpha-beta trees printed, drawn and checked."""
