"""Reads Parquet files with readers of other languages, as `cargo xtask bench --peers` tells it to.

Usage: peers.py MODULE THREADS, with lines on the standard input:

    prepare TAB case TAB path TAB rows of a batch  ->  ready TAB number of rows, or declined TAB why
    run                                            ->  nanoseconds of one reading

Each reader reads all columns and all rows of a file that lies in the page cache and must make every value:

- pyarrow: an Arrow table by `ParquetFile.iter_batches`, each batch dropped before the next.
- DuckDB: `SELECT *` into Arrow record batches, fetched one by one; strings and lists become Arrow's.
- Polars: `read_parquet` into a data frame.
- chDB: `SELECT *` into the format Null, which makes all columns in ClickHouse's memory and writes nothing: no Arrow
  arrays are made, so it does less than the others.
"""

import sys
import time


def pyarrow_reader(threads):
    import pyarrow
    import pyarrow.parquet as parquet

    pyarrow.set_cpu_count(threads)
    pyarrow.set_io_thread_count(max(1, threads - 1))

    def read(path, batch_size):
        source = pyarrow.memory_map(path)
        file = parquet.ParquetFile(source, pre_buffer=False)
        batches = file.iter_batches(batch_size=batch_size, use_threads=threads > 1)
        return sum(batch.num_rows for batch in batches)

    return read


def duckdb_reader(threads):
    import duckdb

    connection = duckdb.connect()
    connection.execute(f"SET threads = {threads}")
    connection.execute("SET preserve_insertion_order = true")

    def read(path, batch_size):
        # `sql` hands over what it makes; the result of `execute` would be copied once more.
        result = connection.sql("SELECT * FROM read_parquet(?)", params=[path])
        return sum(batch.num_rows for batch in result.to_arrow_reader(batch_size))

    return read


def polars_reader(threads):
    import polars

    if polars.thread_pool_size() != threads:
        raise RuntimeError(f"POLARS_MAX_THREADS must be {threads} when this starts")

    def read(path, _batch_size):
        return polars.read_parquet(path, use_statistics=False, glob=False).height

    return read


def chdb_reader(threads):
    import chdb

    connection = chdb.connect()

    def read(path, _batch_size):
        query = f"SELECT * FROM file('{path}', Parquet) FORMAT Null SETTINGS max_threads = {threads}"
        return connection.query(query, "Null").storage_rows_read()

    return read


READERS = {
    "pyarrow": pyarrow_reader,
    "duckdb": duckdb_reader,
    "polars": polars_reader,
    "chdb": chdb_reader,
}


def serve(read):
    say("hello")
    work = None
    for line in sys.stdin:
        words = line.rstrip("\n").split("\t")
        if words[0] == "prepare":
            path, batch_size = words[2], int(words[3])
            work = lambda: read(path, batch_size)
            try:
                say(f"ready\t{work()}")
            except Exception as error:  # A type or an encoding that this reader does not know.
                say("declined\t" + " ".join(str(error).split()))
        elif words[0] == "run":
            start = time.perf_counter_ns()
            work()
            say(str(time.perf_counter_ns() - start))
        else:
            say("not understood")


def say(line):
    print(line, flush=True)


if __name__ == "__main__":
    serve(READERS[sys.argv[1]](int(sys.argv[2])))
