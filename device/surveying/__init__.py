"""Where the table lies in the picture and how the lens bends it: measured once, kept, checked each turn."""
