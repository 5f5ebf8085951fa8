"""Random sessions with rare doings, their documents beside one another, and their fields in two trees."""
