"""An incident at one screen: which question is open, what the prompt says of it, and who has authority."""
