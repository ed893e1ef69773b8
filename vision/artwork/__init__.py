"""The pieces of the five games as vector drawings, for paper, screen and the simulated table."""
