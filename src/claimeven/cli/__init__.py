"""The command line: one module per command; results go to stdout, messages to stderr."""
