"""Simulated devices: a shoe, a reader and a wheel of any model, each over a wire of its own."""
