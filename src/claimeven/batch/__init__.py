"""Batch jobs: exact results of millions of positions, on one machine or a cluster, in a store on disk.

``job.py`` is the start: positions are loaded, solved by workers, and the results read back.
"""
