"""The studio's recorder: whether it has the picture of a table's camera at a minute, and when it is asked."""
