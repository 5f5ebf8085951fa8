"""The supervisor's screens, the reader that answers their questions, the makers of files, and the windows."""
