"""Many positions, many machines: exact results of millions of positions, in a store that survives a kill.

``job.py`` says how: any iterable of positions is loaded, solved by processes or a cluster, and read again.
"""
