"""The command line: one file per command family, results on stdout, talk on stderr."""
