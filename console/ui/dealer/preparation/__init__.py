"""The shoe and the wheel made ready: each step with its picture, and the number that is noted with one."""
