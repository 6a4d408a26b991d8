"""Stores of others on the same work, each in an environment of its own, beside Tenure in the same run."""
