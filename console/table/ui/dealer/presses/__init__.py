"""The presses and keys of the dealer's screen: what each of them means, and where the focus goes."""
