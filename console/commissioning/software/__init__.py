"""The parts of the console, and whether the software on this computer is what was released."""
