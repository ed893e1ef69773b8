"""Reading Addique's tiles: crosses on one grid, named all together."""
