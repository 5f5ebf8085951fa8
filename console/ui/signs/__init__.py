"""Signs, all drawn by us: a function each, in one colour that the caller gives."""
