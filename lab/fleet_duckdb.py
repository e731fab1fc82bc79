"""Answers the questions of docs/fleet.md, a line of JSON each, over the Parquet of a scan: fleet_duckdb.py OUTPUT."""

import sys

import duckdb
from fleet_spark import TABLES, answer

for table in TABLES:
    # In folders as well, as fleet_spark.py writes it.
    duckdb.sql(f"CREATE VIEW {table} AS SELECT * FROM '{sys.argv[1]}/**/{table}-*.parquet'")
answer(lambda query: duckdb.sql(query).fetchall())
