"""Evaluates a memory by stories without a judge: what it must not serve or keep, beside what it must still find."""
