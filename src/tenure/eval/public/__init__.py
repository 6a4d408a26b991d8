"""Public benchmarks, told to any memory from files that the caller has; nothing is downloaded."""
