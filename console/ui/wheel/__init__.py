"""Roulette on the screen: the wheel, the layout, the number, and what a bet on the layout covers."""
