"""The game server's link: the console connects and sends what the table shows; the server's lines come in.

It knows sockets, TLS and lines; it never knows a rule, a screen or what a line means.
"""
