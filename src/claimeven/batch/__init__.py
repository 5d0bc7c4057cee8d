"""Batch jobs: exact results of millions of positions, on one machine or a cluster, in a store on disk.

Start reading at ``job.py``: positions are loaded, solved by workers, and the results read back.
"""
