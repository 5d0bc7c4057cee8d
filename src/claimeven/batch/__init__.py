"""Many positions, many machines: exact results of millions of positions, in a store that survives a kill.

    from claimeven.batch.job import Job

    with Job.open("work.sqlite", purpose="all positions of 8 plies") as job:
        job.load(positions)                  # any iterable of Position, streamed; skipped when resumed
        job.run(workers=2)                   # or scheduler="tcp://HOST:PORT"; raises, and can be run again
        for position, result in job.results():
            print(position.key, result.score)

``job.py`` says more. Positions are stored once with their mirror images.
"""
