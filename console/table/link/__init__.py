"""The link to the game server: the console connects and sends the table's views, the server sends lines.

It knows sockets, TLS and lines.
"""
