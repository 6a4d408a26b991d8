"""Shows what a run found, to people and to programs, and what changed between two runs."""
