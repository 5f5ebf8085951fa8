"""The link to the game server: the console connects and sends the table's views, the server sends lines.

It knows sockets, TLS and lines; it never knows a rule, a screen or the meaning of a line.
"""
