"""Memories of others under the same stories, each in an environment of its own, because their pins clash."""
