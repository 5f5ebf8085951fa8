"""The house's procedures on paper, made from the rulebook by which the table works."""
