"""One module for each word of the command line."""
