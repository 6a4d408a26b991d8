"""Where secrets lie: the root key, keys of tasks, a person's *present* key, and handles to what a task must use."""
