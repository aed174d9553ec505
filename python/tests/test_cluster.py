"""Work on many machines, by workers that are processes of their own: the answers of one piece."""

import json
import os
import pathlib
import re
import signal
import subprocess

import ferz
import pytest

pytest.importorskip("distributed")

from distributed import Client, LocalCluster
from ferz import cluster

ROOT = pathlib.Path(__file__).parents[2]
COMMAND = pathlib.Path(os.environ.get("FERZ", ROOT / "target" / "debug" / "ferz"))
PAGE = ROOT / "docs" / "src" / "cluster.md"
SMALL = {"nodes": 40, "seed": 5}
ARGS = ["--nodes", "40", "--seed", "5", "--json"]


@pytest.fixture(scope="module")
def client():
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local:
        with Client(local) as client:
            yield client


def command(*args):
    if not COMMAND.exists():
        pytest.skip("the command is not built")
    done = subprocess.run([COMMAND, *args], capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout.strip()


def processes(client):
    return list(client.run(os.getpid).values())


def in_one_piece(name, games):
    variant = ferz.Variant.bundled(name)
    setup = cluster._setup(40, 5, 2, None)
    lines = ferz._ferz._study_games(variant, setup, list(range(games)))
    return ferz._ferz._study_report(variant, name, setup, lines)


def test_a_study_survives_its_workers(client, tmp_path):
    kept, killed = tmp_path / "games.jsonl", []

    def arrived(game):
        if not killed:
            killed.append(processes(client)[0])
            os.kill(killed[0], signal.SIGKILL)

    report = cluster.study("gardner", games=60, client=client, keep=kept, arrived=arrived, **SMALL)
    assert report.text == in_one_piece("gardner", 60)
    assert report["games"] == 60 and killed
    # Kept games are not played again, and a line cut off in the middle is not used.
    text = kept.read_text()
    assert len(text.splitlines()) == 61
    kept.write_text(text[:-30])
    again = []
    report = cluster.study("gardner", games=60, client=client, keep=kept, arrived=again.append, **SMALL)
    assert report.text == in_one_piece("gardner", 60) and len(again) == 1
    with pytest.raises(ValueError, match="other rules or settings"):
        cluster.study("gardner", games=1, client=client, keep=kept, nodes=41)


def test_the_command_says_the_same(client, tmp_path):
    kept = tmp_path / "games.jsonl"
    report = cluster.study("breakthrough", games=12, client=client, keep=kept, **SMALL)
    assert report.text == command("study", "breakthrough", "--games", "12", *ARGS)
    assert report.text == command("study", "merge", str(kept), "--json")
    against = cluster.study("breakthrough", games=4, against="random", client=client, **SMALL)
    assert against.text == command("study", "breakthrough", "--games", "4", "--against", "random", *ARGS)


def test_workers_are_added_and_slow_ones_are_not_waited_for(client):
    client.cluster.scale(3)
    client.wait_for_workers(3, timeout=120)
    stopped, progress = [], []

    def arrived(game):
        if not stopped:
            # The slowest that there is.
            stopped.append(processes(client)[-1])
            os.kill(stopped[0], signal.SIGSTOP)

    try:
        report = cluster.study(
            "gardner",
            games=200,
            client=client,
            arrived=arrived,
            progress=lambda done, all: progress.append((done, all)),
            **SMALL,
        )
    finally:
        for process in stopped:
            os.kill(process, signal.SIGCONT)
    assert stopped and report.text == in_one_piece("gardner", 200)
    assert progress[-1] == (200, 200) and progress == sorted(progress)


def test_a_comparison_stops_where_one_piece_does(client, tmp_path):
    old, new = tmp_path / "old.ferz", tmp_path / "new.ferz"
    old.write_text('variant "Old" extends gardner\n')
    new.write_text('variant "New" extends gardner\nend { stalemate: win }\nstart "rnbqk/ppppp/5/PPPPP/1NBQK w - - 0 1"\n')
    report = cluster.compare(old, new, games=100, client=client, **SMALL)
    assert report["games"] % 20 == 0 and len(report["answers"]) == 4
    assert report.text == command("study", "--compare", str(old), str(new), "--games", "100", *ARGS)


def test_counts(client):
    assert cluster.perft("chess", 4, client=client) == 197281
    position = ferz.Variant.bundled("crazyhouse").start()
    lines = cluster.perft(position, 3, divide=True, client=client)
    assert lines == {move.uci: move.after.perft(2) for move in position.moves}
    assert [cluster.perft("chess", depth, client=client) for depth in (0, 1, 2)] == [1, 20, 400]


@pytest.mark.parametrize(
    "fen, mate, winner",
    [
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3, None),
        ("kbK5/pp6/RP6/8/8/8/8/8 b - - 0 1", 2, "white"),
        ("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", 2, None),
        ("4k3/8/8/8/8/8/8/3QK3 b - - 0 1", 2, "white"),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", 2, None),
    ],
)
def test_proofs(client, fen, mate, winner):
    position = ferz.Variant.bundled("chess").position(fen)
    ours = cluster.solve(position, mate=mate, winner=winner, client=client)
    whole = ferz.solve(position, mate=mate, winner=winner)
    for name in ("winner", "mate", "none_within", "complete", "moves", "tree"):
        assert ours[name] == whole[name], name


def test_a_sweep(client):
    template = 'variant "Sweep" extends gardner\nend { stalemate: $stalemate }\n'
    rows = []
    table = cluster.sweep(
        template, {"stalemate": ["win", "draw"]}, games=6, client=client, arrived=rows.append, **SMALL
    )
    assert [row["stalemate"] for row in table] == ["win", "draw"]
    assert sorted(row["stalemate"] for row in rows) == ["draw", "win"]
    for row in table:
        assert row["report"]["games"] == 6 and row["score_low"] <= row["score"] <= row["score_high"]
    with pytest.raises(ferz.RulesError):
        cluster.sweep(template, {"stalemate": ["gain"]}, games=1, client=client)


def test_the_page(client):
    names = {"client": client}
    for block in re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.M | re.S):
        exec(compile(block, str(PAGE), "exec"), names)


def test_errors_are_told_and_no_worker_is_blamed(client):
    with pytest.raises(ValueError):
        list(cluster._work(client, [(0, cluster._play, (ferz.Variant.bundled("chess"), "{}", [0], False))]))
    assert json.loads(cluster.study("gardner", games=1, nodes=10, client=client).text)["games"] == 1
