"""An incident at one screen: the open question, the prompt's words for it, and who has authority."""
