"""The compiled core: functions over 64-bit words and arrays, nothing else."""
