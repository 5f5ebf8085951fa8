"""What is done with a damaged journal: harm is found, what can be read is recovered, the rest set aside."""
