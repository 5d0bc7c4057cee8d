"""The compiled core: functions over 64-bit words and arrays, and the library that loads them."""
