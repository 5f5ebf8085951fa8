"""``dealer-console floor`` without a window: its database, what there is on it, a wall's folder."""
