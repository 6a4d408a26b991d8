"""What becomes of an entry after it was admitted: corrected, challenged, reviewed, ended, forgotten, disclosed."""
