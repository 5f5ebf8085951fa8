"""Whether a line may happen now and why not, what an event makes of the table, and what is due then."""
