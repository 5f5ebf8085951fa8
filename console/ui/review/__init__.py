"""The supervisor's screens: the reader that answers them, what makes files, and the windows that show
them.
"""
