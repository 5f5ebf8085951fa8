"""The scenes that ship with the console: what a table must show, line by line, and the player of scenes.

A scene is written from the rules and read by people first. It is played at a table in memory, by the rulebook
in question: no window, no device and no file is needed. The suite plays the same files. The rows of the rule
documents' own decision table are played in the same way.
"""
