"""Where everything is put together: the start, the table at work with its window, and what joins it later."""
