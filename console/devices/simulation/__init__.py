"""Simulated devices: what a shoe, a reader and a wheel of any model do, over a wire of their own."""
