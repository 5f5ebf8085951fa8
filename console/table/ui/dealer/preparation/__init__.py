"""The preparation of shoe and wheel: each step with its picture, and the number that is noted with one."""
