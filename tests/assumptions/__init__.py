"""The behaviours of libraries, systems and devices on which the console relies: a row and a test each."""
