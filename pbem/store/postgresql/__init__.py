"""The store on PostgreSQL: any number of processes, which write at the same time."""
