"""The signs of all screens: SVG files in one colour, and which sign stands for what."""
