"""The scenes that ship with the console: what a table must show, line by line, and how they are played.

A scene is written from the rules and read by people first. It is played at a table in memory, by the rulebook
that is asked about: no window, no device and no file is needed. The suite plays the same files.
"""
