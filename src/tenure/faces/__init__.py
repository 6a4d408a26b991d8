"""The faces: the command line and whatever else speaks to people, models and machines; all call the handles."""
