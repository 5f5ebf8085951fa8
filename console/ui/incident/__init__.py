"""An incident at one screen: how far it is told, what the prompt says of it, and who has authority."""
