"""Decodes captures on many machines with Spark, and answers the questions of docs/fleet.md, a line of JSON each.

spark-submit lab/fleet_spark.py CAPTURES OUTPUT: both are folders that all machines see under these paths. The same
command, with the same number of buckets, continues what was interrupted.
"""

import argparse
import json
import os
import re
import subprocess
import zlib

TABLES = ("fields", "blocks", "captures")
QUESTIONS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "docs", "fleet.md")


def answer(run):
    """Prints the answers, with `run` from a query to its rows."""
    with open(QUESTIONS, encoding="utf-8") as document:
        queries = re.findall(r"^### ([^\n]+)\n(?:(?!###).)*?^```sql\n(.+?)^```", document.read(), re.M | re.S)
    for question, query in queries:
        print(json.dumps({"question": question, "rows": [list(row) for row in run(query)]}), flush=True)


def main():
    from pyspark.sql import SparkSession

    parser = argparse.ArgumentParser()
    parser.add_argument("captures")
    parser.add_argument("output")
    parser.add_argument("--program", default="hpack-inspect", help="its path on every machine")
    parser.add_argument("--buckets", type=int, default=1000, help="a bucket is scanned by one process")
    parser.add_argument("--scan", action="append", default=[], help="an option of `scan`, as in --scan=--mask")
    arguments = parser.parse_args()
    program, output, options = arguments.program, arguments.output, arguments.scan
    buckets = arguments.buckets

    def scan(bucket, paths):
        paths = sorted(paths)
        if paths:
            folder = f"{output}/bucket-{bucket:05}"
            command = [program, "scan", "--format=parquet", "--jobs=1", f"--output={folder}", *options, "--", *paths]
            done = subprocess.run(command, capture_output=True, text=True)
            # 3: some captures could not be read, as their rows say.
            if done.returncode not in (0, 3):
                raise RuntimeError(done.stderr)
        yield len(paths)

    spark = SparkSession.builder.appName("hpack-inspect").getOrCreate()
    paths = [os.path.join(folder, name) for folder, _, names in os.walk(arguments.captures) for name in names]
    # A capture is always in the same bucket, where `scan` finds it again.
    of_bucket = spark.sparkContext.parallelize(paths).keyBy(lambda path: zlib.crc32(os.fsencode(path)) % buckets)
    of_bucket.partitionBy(buckets, int).values().mapPartitionsWithIndex(scan).sum()
    for table in TABLES:
        spark.read.parquet(f"{output}/bucket-*/{table}-*.parquet").createOrReplaceTempView(table)
    answer(lambda query: spark.sql(query).collect())
    spark.stop()


if __name__ == "__main__":
    main()
