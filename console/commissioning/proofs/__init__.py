"""What a commissioning tries: the computer, the rules, and what holds when something goes wrong."""
