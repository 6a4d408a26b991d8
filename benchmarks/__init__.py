"""What Tenure costs, measured in one run against references measured beside it: `python -m benchmarks`."""
