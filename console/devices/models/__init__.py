"""The makes of devices that can be attached: what each sends, how often, and what a simulated one says."""
