"""A tree of files over an agent's handle, for models that were taught to keep files: scratch, proposals, and a view."""
