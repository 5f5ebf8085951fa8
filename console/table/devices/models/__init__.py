"""The makes of devices that can be attached: the messages of each, how often they come, and a simulated
voice.
"""
