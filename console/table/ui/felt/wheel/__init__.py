"""Roulette on the felt: the wheel, the number, the betting layout, and the numbers to touch."""
