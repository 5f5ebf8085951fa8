"""The makes of devices that can be attached: their messages, how often they come, a simulated voice."""
