"""Structural scripts: the stage on which they are played, their steps, and what they may expect."""
