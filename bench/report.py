"""pytest-benchmark's file as a table and bench/results.json: ``python -m bench.report FILE``."""

from __future__ import annotations

import json
import platform
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

BASELINES = {
    "markers": "markers_by_opencv",
    "scoring": "scoring_by_plain_loop",
    "y_games": "y_games_by_engine",
    "stones_again": "stones_by_k_means",
}
"""Benchmark and the one that it is compared with, of the same run and photograph or position."""
RESULTS = Path(__file__).with_name("results.json")


def main() -> None:
    """Print the table, write the results."""
    raw = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    rows = [_row(bench) for bench in raw["benchmarks"]]
    times = {(row["benchmark"], row["photograph"]): row["median_ms"] for row in rows}
    for row in rows:
        baseline = BASELINES.get(row["benchmark"])
        if baseline:
            row["baseline"] = baseline
            row["times_faster"] = round(times[baseline, row["photograph"]] / row["median_ms"], 2)
    machine = {
        "cpu": raw["machine_info"]["cpu"].get("brand_raw", platform.machine()),
        "python": platform.python_version(),
        **{name: version(name) for name in ("numpy", "opencv-python-headless")},
    }
    result = {"machine": machine, "benchmarks": rows}
    RESULTS.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print("\n".join(_table(rows)))  # noqa: T201 - a program's output


def _row(bench: dict[str, Any]) -> dict[str, Any]:
    extra = bench["extra_info"]
    scale = 1e3 * extra.get("scaled_by", 1.0)
    rate = extra.get("moves", 0) / bench["stats"]["median"] / extra.get("scaled_by", 1.0)
    return {
        "benchmark": bench["name"].partition("[")[0].removeprefix("test_"),
        "photograph": bench["param"],
        "median_ms": round(bench["stats"]["median"] * scale, 2),
        "least_ms": round(bench["stats"]["min"] * scale, 2),
        "rounds": bench["stats"]["rounds"],
        **({"moves_per_s": round(rate)} if rate else {}),
    }


def _table(rows: list[dict[str, Any]]) -> list[str]:
    lines = [f"{'benchmark':24}{'photograph':26}{'median ms':>10}{'least ms':>10}  against"]
    for row in rows:
        notes = []
        if "moves_per_s" in row:
            notes.append(f"{row['moves_per_s']:,} moves/s")
        if "baseline" in row:
            notes.append(f"{row['times_faster']} × the speed of {row['baseline']}")
        lines.append(
            f"{row['benchmark']:24}{row['photograph']:26}"
            f"{row['median_ms']:>10.1f}{row['least_ms']:>10.1f}  {', '.join(notes)}".rstrip()
        )
    return lines


if __name__ == "__main__":
    main()
