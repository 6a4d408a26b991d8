"""Public suites that attack a memory, against this one: edited behind its back, poisoned, and searched."""
