"""Sheets to print, cut and play with: true to scale, on A4 or Letter, as PDF or for a laser cutter."""
