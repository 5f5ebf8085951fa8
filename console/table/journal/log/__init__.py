"""The log as it is read: entries of one journal or many, filtered, searched by an index, in pages."""
