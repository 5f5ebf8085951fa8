"""A table's files in the console's care: opened, salvaged, watched, sealed at a shift's end, missed."""
