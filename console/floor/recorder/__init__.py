"""The studio's recorder: when it is asked, and whether it has the picture of a table's camera at a minute."""
