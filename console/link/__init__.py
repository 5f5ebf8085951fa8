"""The link to the game server: the console connects and sends what the table shows, the server sends lines.

It knows sockets, TLS and lines; it never knows a rule, a screen or what a line means.
"""
