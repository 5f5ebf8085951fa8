"""Presses before they have an effect: their times, their devices, and whether they count."""
