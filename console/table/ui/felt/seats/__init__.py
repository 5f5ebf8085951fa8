"""Blackjack on the felt: seven seats on an arc, fanned hands, and the dealer's own."""
