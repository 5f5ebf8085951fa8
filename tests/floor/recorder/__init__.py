"""The recorder, asked on the loopback by servers of the tests' own."""
