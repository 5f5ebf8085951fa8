"""The dealer's screen: the prompt and its words, the bars around the table, and the one primary press."""
