"""The judging of lines: the refusal or the table after an event, and the prompt that is due then."""
