"""Whether a line may happen now and why not, the table after an event, and the prompt that is due then."""
