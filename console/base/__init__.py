"""The base of every part: what knows no casino and could stand beneath any desktop program."""
