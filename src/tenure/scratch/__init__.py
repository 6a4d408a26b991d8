"""What serves one task and ends with it, and the one door from there to durable."""
