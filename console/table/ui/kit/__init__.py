"""The building blocks of every screen: colours and type, painted surfaces, keys and fields."""
