"""The write path: gather, ask every gate, commit; and the approval that makes a proposal an entry."""
