"""`hpack-inspect scan` over 10,000 captures, which are hard links to a few; lab/scale.mjs runs it."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import duckdb

ALL = 10_000
FEW = 1_000
HERE = Path(__file__).parent

folder, program, *sources = map(Path, sys.argv[1:])
captures = folder / "captures"
few, ndjson, whole, killed, spark, _ = outputs = [folder / name for name in ("few", "ndjson", "all", "killed", "spark", "tables")]


def clear():
    for made in (captures, *outputs):
        shutil.rmtree(made, ignore_errors=True)


def link():
    """Links to the captures, a folder for each thousand, and two that are damaged."""
    files = sorted(file for source in sources for file in source.iterdir() if file.suffix in (".pcap", ".pcapng"))
    for number in range(ALL):
        file = files[number % len(files)]
        to = captures / str(number // FEW) / f"{number}-{file.name}"
        to.parent.mkdir(parents=True, exist_ok=True)
        if number < 2:
            to.write_bytes(file.read_bytes()[: number * 1000])
        else:
            os.link(file, to)


def command(source, output, form):
    return [program, "scan", source, "--output", output, "--format", form]


# In a process of its own: a child's memory counts from that of its parent.
MEASURE = """
import resource, subprocess, sys
status = subprocess.run(sys.argv[1:]).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
sys.exit(status)
"""


def scan(source, output, form="parquet"):
    """Returns what a scan says, and its memory in MiB."""
    start = time.monotonic()
    measure = [sys.executable, "-c", MEASURE, *command(source, output, form)]
    done = subprocess.run(measure, capture_output=True, text=True)
    seconds = time.monotonic() - start
    # One capture cannot be read.
    assert done.returncode == 3, done.stderr
    processor, memory = map(float, done.stdout.split())
    print(f"{form}, {output.name}: {seconds:.1f} s, {processor:.1f} s of processors, {memory:.0f} MiB of memory, "
          f"{size(output) / 1e6:.1f} MB written; {done.stderr.strip()}", flush=True)
    return done.stderr, memory


def size(output):
    return sum(file.stat().st_size for file in output.iterdir())


def listed(output, column):
    return [value for value, in duckdb.sql(f"SELECT {column} FROM '{output}/captures-*.parquet'").fetchall()]


def compare_formats():
    for table in ("fields", "blocks", "captures"):
        parquet = f"SELECT * FROM '{few}/{table}-*.parquet'"
        types = {name: kind for name, kind, *_ in duckdb.sql(f"DESCRIBE {parquet}").fetchall()}
        lines = f"SELECT * FROM read_ndjson('{ndjson}/{table}-*.ndjson', columns = {types})"
        for one, other in ((parquet, lines), (lines, parquet)):
            assert duckdb.sql(f"FROM ({one}) EXCEPT ALL FROM ({other})").fetchall() == [], table


def views():
    """The documented view reads an error after many rows without one, of which DuckDB would guess no type."""
    document = (HERE.parent / "docs" / "fleet.md").read_text(encoding="utf-8")
    code = re.search(r"^```python\n(.+?)^```", document, re.M | re.S)[1]
    tables = folder / "tables"
    tables.mkdir(parents=True)
    for table in ("fields", "blocks", "captures"):
        lines = ['{"capture":"a","error":null}\n'] * 21_000 + ['{"capture":"a","error":"invalid-index"}\n'] * 8
        (tables / f"{table}-000000.ndjson").write_text("".join(lines))
    exec(code.replace("'tables/", f"'{tables}/"), {"duckdb": duckdb})
    for table in ("blocks", "captures"):
        assert duckdb.sql(f"SELECT count(error) FROM {table}").fetchall() == [(8,)], table


def kill_and_continue():
    child = subprocess.Popen(command(captures, killed, "parquet"), stderr=subprocess.DEVNULL)
    while len(list(killed.glob("captures-*"))) < 4:
        assert child.poll() is None, "it ended before it could be killed"
        time.sleep(0.02)
    child.send_signal(signal.SIGKILL)
    child.wait()
    before = listed(killed, "capture")
    said, _ = scan(captures, killed)
    assert f"{ALL - len(before)} of {ALL} captures were scanned now, {len(before)} before" in said, said


def answers(title, *asking):
    start = time.monotonic()
    environment = {**os.environ, "PYSPARK_PYTHON": sys.executable}
    done = subprocess.run([str(part) for part in asking], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    print(f"{title}: {time.monotonic() - start:.1f} s", flush=True)
    return done.stdout.splitlines()


def main():
    clear()
    views()
    link()
    _, memory = scan(captures / "0", few)
    scan(captures / "0", ndjson, "ndjson")
    compare_formats()
    _, more = scan(captures, whole)
    assert more < memory * 1.25 + 16, "memory grows with the number of captures"
    kill_and_continue()
    for output in (whole, killed):
        names = listed(output, "capture")
        assert len(names) == len(set(names)) == ALL, "each capture is listed once"
        assert sum(error is not None for error in listed(output, "error")) == 1, "the empty capture is a row"

    of_duckdb = [answers("DuckDB's answers", sys.executable, HERE / "fleet_duckdb.py", output) for output in (whole, killed)]
    submit = [Path(sys.executable).parent / "spark-submit", "--master", "local[2]"]
    for option in ("driver.bindAddress=127.0.0.1", "driver.host=127.0.0.1", "ui.enabled=false"):
        submit += ["--conf", f"spark.{option}"]
    job = [HERE / "fleet_spark.py", captures, spark, "--program", program, "--buckets", 16]
    of_spark = answers("Spark's scan and answers", *submit, *job)
    assert len(of_spark) == 5 and of_duckdb == [of_spark, of_spark], "the answers differ"
    print("The five answers are the same", flush=True)
    clear()


main()
