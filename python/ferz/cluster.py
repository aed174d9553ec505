"""Studies, comparisons, counts and proofs on many machines, by Dask (`pip install ferz[cluster]`).

Each function cuts its work into parts, hands them to the workers of a `distributed.Client`, and
joins what comes back. The answer is that of one piece, whichever worker did which part, and
however many of them died. Without a client a cluster of local processes is started and ended.
"""

import itertools
import json
import os
import pathlib
import string
import sys
import time
from collections import deque
from contextlib import contextmanager
from statistics import median
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from distributed import Client, KilledWorker, LocalCluster, wait

from . import _ferz
from ._ferz import Position, RulesError, Variant

__all__ = ["Report", "Table", "compare", "perft", "solve", "study", "sweep"]

Rules = Union[Variant, str, "os.PathLike[str]"]
Task = Tuple[Any, Callable[..., Any], Tuple[Any, ...]]

#: Parts for each thread of the cluster: small enough that the last ones do not take long.
PARTS = 8
#: At most this many games are a part, so that little is lost with a worker.
GAMES = 50
#: Parts that wait for each thread.
AHEAD = 3
#: A part that takes this many times as long as others is given to a second worker.
PATIENCE = 4.0
#: How often one part may fail or be lost.
RETRIES = 10


class Report(dict):
    """What was found; `text` is the same as the command prints it with `--json`."""

    def __init__(self, text: str) -> None:
        super().__init__(json.loads(text))
        self.text = text


class Table(List[Dict[str, Any]]):
    """A row for each combination of parameters."""

    def frame(self) -> Any:
        """The rows as a DataFrame of pandas."""
        import pandas

        return pandas.DataFrame(list(self))


def study(
    variant: Rules,
    *,
    games: int = 1000,
    nodes: int = 1000,
    seed: int = 1,
    random_plies: int = 2,
    against: Union[str, int, None] = None,
    client: Union[Client, str, None] = None,
    keep: Union[str, "os.PathLike[str]", None] = None,
    arrived: Optional[Callable[[Dict[str, Any]], None]] = None,
    progress: Optional[Callable[[int, int], None]] = None,
) -> Report:
    """What `ferz study --json` says of this many games.

    `arrived` is called with each game as soon as it is there. `keep` is a file as `--out` writes
    it; games that are in it already are not played again.
    """
    name, called, rules = _named(variant)
    setup = _setup(nodes, seed, random_plies, against)
    header = _ferz._study_header(called, rules, setup)
    with _Kept(keep, header) as kept, _cluster(client) as there:
        lines = {number: line for (number, new), line in kept.known.items() if number < games and not new}
        missing = [number for number in range(games) if number not in lines]
        tasks = [
            (tuple(numbers), _play, (rules, setup, numbers, False)) for numbers in _cut(missing, there)
        ]
        told = _told(progress, games, "games")
        told(len(lines))
        for numbers, found in _work(there, tasks):
            kept.add(found)
            lines.update(zip(numbers, found))
            if arrived is not None:
                for line in found:
                    arrived(json.loads(line))
            told(len(lines))
    return Report(_ferz._study_report(rules, name, setup, list(lines.values())))


def compare(
    old: Rules,
    new: Rules,
    *,
    games: int = 1000,
    nodes: int = 1000,
    seed: int = 1,
    random_plies: int = 2,
    client: Union[Client, str, None] = None,
    keep: Union[str, "os.PathLike[str]", None] = None,
    progress: Optional[Callable[[int, int], None]] = None,
) -> Report:
    """What `ferz study --compare --json` says of two variants.

    It stops where one piece would: games come back in any order, but the tests see them in theirs.
    """
    names, rules = [], []
    header: List[Any] = []
    for which in (old, new):
        name, called, variant = _named(which)
        names.append(name)
        rules.append(variant)
        header.append(called)
    setup = _setup(nodes, seed, random_plies, None)
    first = _ferz._study_header(header[0], rules[0], setup, header[1], rules[1])
    comparison = _ferz._Comparison()
    size = comparison.ROUND
    with _Kept(keep, first) as kept, _cluster(client) as there:
        lines = dict(kept.known)

        def tasks() -> Iterator[Task]:
            for begin in range(0, games, size):
                numbers = range(begin, min(begin + size, games))
                for is_new in (False, True):
                    missing = [number for number in numbers if (number, is_new) not in kept.known]
                    for part in _pieces(missing, 5):
                        yield (is_new, tuple(part)), _play, (rules[is_new], setup, part, is_new)

        told = _told(progress, games, "games of each")
        work = _work(there, tasks())
        try:
            for begin in range(0, games, size):
                numbers = range(begin, min(begin + size, games))
                wanted = [(number, is_new) for is_new in (False, True) for number in numbers]
                while any(key not in lines for key in wanted):
                    (is_new, part), found = next(work)
                    kept.add(found)
                    lines.update(((number, is_new), line) for number, line in zip(part, found))
                decided = comparison.add(*([lines[n, is_new] for n in numbers] for is_new in (False, True)))
                told(numbers.stop)
                if decided:
                    break
        finally:
            work.close()
    return Report(comparison.report(names[0], names[1], setup))


def perft(
    position: Union[Position, Rules],
    depth: int,
    *,
    divide: bool = False,
    client: Union[Client, str, None] = None,
    progress: Optional[Callable[[int, int], None]] = None,
) -> Union[int, Dict[str, int]]:
    """The number of legal lines of `depth` plies; with `divide` by first moves.

    The tree is cut two plies deep, and equal positions are counted once.
    """
    begin = position if isinstance(position, Position) else _named(position)[2].start()
    parts = _ferz._Parts(begin, depth)
    positions = parts.positions()
    lines: List[Optional[int]] = [None] * len(positions)
    with _cluster(client) as there:
        tasks = [
            (tuple(numbers), _count, ([positions[number] for number in numbers], parts.depth))
            for numbers in _cut(range(len(positions)), there)
        ]
        told, done = _told(progress, len(positions), "positions"), 0
        for numbers, found in _work(there, tasks):
            for number, nodes in zip(numbers, found):
                lines[number] = nodes
            done += len(numbers)
            told(done)
    if divide:
        return dict(sorted(parts.first(lines)))
    return parts.sum(lines)


def solve(
    position: Position,
    *,
    mate: int,
    winner: Optional[str] = None,
    hash: int = 64,
    client: Union[Client, str, None] = None,
    progress: Optional[Callable[[int, int], None]] = None,
) -> Dict[str, Any]:
    """The proof that `ferz.solve` finds, each first move on a worker of its own.

    `hash` is the memory of one part in MiB. `nodes` counts the positions of all workers.
    """
    moves = _ferz._solve_moves(position, mate, winner)
    near = min(mate, 1)
    lines = [_ferz._solve_part(position, near, winner, moves, 0, None, hash)]
    nodes = _nodes(lines)
    attacks = position.turn == (winner or position.turn)
    if mate == near or not moves or _ferz._solve_join(position, near, winner, lines)["mate"] is not None:
        return _ferz._solve_join(position, mate, winner, lines)
    with _cluster(client) as there:
        for length in range(near + 1, mate + 1):
            tasks = [(mv, _prove, (position, length, winner, [mv], hash)) for mv in moves]
            told, lines = _told(progress, len(moves), f"first moves, {length} moves"), []
            work = _work(there, tasks)
            for _, line in work:
                lines.append(line)
                told(len(lines))
                # The other side has a defence.
                if not attacks and json.loads(line)["moves"] is None:
                    break
            work.close()
            nodes += _nodes(lines)
            proof = _ferz._solve_join(position, length, winner, lines)
            if proof["mate"] is not None:
                break
    proof["nodes"] = nodes
    return proof


def sweep(
    template: Union[str, Callable[..., str]],
    parameters: Mapping[str, Sequence[Any]],
    *,
    games: int = 200,
    nodes: int = 1000,
    seed: int = 1,
    random_plies: int = 2,
    library: Optional[Mapping[str, str]] = None,
    client: Union[Client, str, None] = None,
    arrived: Optional[Callable[[Dict[str, Any]], None]] = None,
    progress: Optional[Callable[[int, int], None]] = None,
) -> Table:
    """A study of every combination of parameters: a row each, in the order of `itertools.product`.

    `template` is a text in ferz's language with places such as `$value` or `${value}`, or a
    function that is called with the parameters by name and returns a text. A row has the
    parameters, the numbers of the study, and under `report` all of it. `arrived` is called with
    each row as soon as its games are played. Texts are checked before anything is played.
    """
    setup = _setup(nodes, seed, random_plies, None)
    chosen = [dict(zip(parameters, values)) for values in itertools.product(*parameters.values())]
    variants = [_filled(template, values, library) for values in chosen]
    rows: List[Optional[Dict[str, Any]]] = [None] * len(chosen)
    lines: List[Dict[int, str]] = [{} for _ in chosen]
    with _cluster(client) as there:
        size = len(_cut(range(games), there)[0]) if games else 1
        tasks = [
            ((i, tuple(numbers)), _play, (variant, setup, numbers, False))
            for i, variant in enumerate(variants)
            for numbers in _pieces(range(games), size)
        ]
        told, done = _told(progress, games * len(chosen), "games"), 0
        for (i, numbers), found in _work(there, tasks):
            lines[i].update(zip(numbers, found))
            done += len(numbers)
            told(done)
            if len(lines[i]) == games:
                rows[i] = _row(chosen[i], variants[i], setup, list(lines[i].values()))
                if arrived is not None:
                    arrived(rows[i])
    return Table(row for row in rows if row is not None)


def _filled(
    template: Union[str, Callable[..., str]], values: Dict[str, Any], library: Optional[Mapping[str, str]]
) -> Variant:
    text = template(**values) if callable(template) else string.Template(template).substitute(values)
    try:
        return Variant.parse(text, library=dict(library or {}), name="template")
    except RulesError as error:
        error.add_note(f"with {values}") if hasattr(error, "add_note") else None
        raise


def _row(values: Dict[str, Any], variant: Variant, setup: str, lines: List[str]) -> Dict[str, Any]:
    report = Report(_ferz._study_report(variant, variant.title, setup, lines))
    row = dict(values)
    for name in ("white", "draws", "black", "score", "plies", "branching"):
        row[name] = report[name]["value"]
        row[f"{name}_low"], row[f"{name}_high"] = report[name]["low"], report[name]["high"]
    row["report"] = report
    return row


def _named(rules: Rules) -> Tuple[str, str, Variant]:
    """The name in reports, the name on a command line, and the variant."""
    if isinstance(rules, Variant):
        name = rules.name or rules.title
        return name, name, rules
    text = os.fspath(rules)
    if not os.path.exists(text) and not text.endswith(".ferz"):
        variant = Variant.bundled(text)
        return variant.name or text, text, variant
    return pathlib.Path(text).stem, text, Variant.load(text)


def _setup(nodes: int, seed: int, random_plies: int, against: Union[str, int, None]) -> str:
    setup: Dict[str, Any] = {"nodes": nodes, "seed": seed, "random_plies": random_plies}
    if against is not None:
        setup["against"] = {"level": against} if isinstance(against, int) else against
    return json.dumps(setup)


def _nodes(lines: Iterable[str]) -> int:
    return sum(json.loads(line)["nodes"] for line in lines)


def _pieces(numbers: Sequence[int], size: int) -> List[List[int]]:
    return [list(numbers[i : i + size]) for i in range(0, len(numbers), size)]


def _threads(client: Client) -> int:
    return max(1, sum(client.nthreads().values()))


def _cut(numbers: Sequence[int], client: Client) -> List[List[int]]:
    """Parts, some for each thread that is there now."""
    size = max(1, min(GAMES, len(numbers) // (PARTS * _threads(client))))
    return _pieces(numbers, size)


@contextmanager
def _cluster(client: Union[Client, str, None]) -> Iterator[Client]:
    """The client that was given, or one of local processes."""
    if isinstance(client, Client):
        yield client
    elif client is not None:
        with Client(client) as given:
            yield given
    else:
        cores = os.cpu_count() or 1
        with LocalCluster(n_workers=cores, threads_per_worker=1, dashboard_address=None) as local:
            with Client(local) as own:
                yield own


# The work of a worker.

#: Variants that were played last; what is in here is not compiled again.
_played: "deque[Variant]" = deque(maxlen=16)


def _checked(version: str, work: Callable[..., Any], *args: Any) -> Any:
    if version != _ferz.__version__:
        raise RuntimeError(f"the worker has ferz {_ferz.__version__}, the client {version}")
    return work(*args)


def _play(variant: Variant, setup: str, numbers: List[int], new: bool) -> List[str]:
    if variant not in _played:
        _played.append(variant)
    return _ferz._study_games(variant, setup, numbers, new)


def _count(positions: List[Position], depth: int) -> List[int]:
    return [position.perft(depth) for position in positions]


def _prove(position: Position, length: int, winner: Optional[str], moves: List[str], hash: int) -> str:
    return _ferz._solve_part(position, length, winner, moves, length, None, hash)


# How work is handed out.


class _Part:
    """A part that is being worked on: its futures, since when, and how often it was lost."""

    def __init__(self, task: Task, client: Client) -> None:
        self.task = task
        self.lost = 0
        self.began = time.monotonic()
        self.futures = [self.submit(client)]

    def submit(self, client: Client) -> Any:
        _, work, args = self.task
        return client.submit(
            _checked, _ferz.__version__, work, *args, pure=False, retries=RETRIES, key=_key(work)
        )


_numbers = itertools.count()


def _key(work: Callable[..., Any]) -> str:
    return f"ferz{work.__name__}-{os.getpid()}-{next(_numbers)}"


def _work(client: Client, tasks: Iterable[Task]) -> Iterator[Tuple[Any, Any]]:
    """The results of tasks as they arrive. Tasks are begun in their order, not more of them than
    workers soon need. When the iterator is closed, what is left is given up."""
    left = iter(tasks)
    parts: List[_Part] = []
    times: List[float] = []
    try:
        while True:
            room = AHEAD * _threads(client) - len(parts)
            parts += [_Part(task, client) for task in itertools.islice(left, max(0, room))]
            if not parts:
                return
            _wait([future for part in parts for future in part.futures])
            for part in list(parts):
                done = _result(part, client)
                if done is not None:
                    parts.remove(part)
                    times.append(time.monotonic() - part.began)
                    client.cancel(part.futures, force=True)
                    yield part.task[0], done[0]
            _second(client, parts, times)
    finally:
        client.cancel([future for part in parts for future in part.futures], force=True)


def _wait(futures: List[Any]) -> None:
    try:
        wait(futures, timeout=1, return_when="FIRST_COMPLETED")
    except TimeoutError:
        pass


def _result(part: _Part, client: Client) -> Optional[Tuple[Any]]:
    """What a part has found, in a tuple. A part whose workers have died is begun again."""
    for future in list(part.futures):
        if future.status == "finished":
            try:
                return (future.result(timeout=60),)
            except Exception:
                # Its worker has died with the result.
                if future.status == "error":
                    raise
        elif future.status == "pending":
            continue
        elif future.status == "error" and not isinstance(future.exception(), KilledWorker):
            future.result()
        part.lost += 1
        if part.lost > RETRIES:
            raise RuntimeError(f"a part was lost {part.lost} times") from (
                future.exception() if future.status == "error" else None
            )
        part.futures.remove(future)
    if not part.futures:
        part.futures.append(part.submit(client))
    return None


def _second(client: Client, parts: List[_Part], times: List[float]) -> None:
    """Gives parts that take far too long to a second worker, if one is idle."""
    if not times or len(parts) >= _threads(client):
        return
    late = max(1.0, PATIENCE * median(times))
    for part in parts:
        if len(part.futures) == 1 and time.monotonic() - part.began > late:
            part.futures.append(part.submit(client))


class _Kept:
    """Games in a file as `ferz study --out` writes it."""

    def __init__(self, path: Union[str, "os.PathLike[str]", None], header: str) -> None:
        self.known: Dict[Tuple[int, bool], str] = {}
        self.file = None
        if path is None:
            return
        self.file = open(path, "a+b")
        self._lock(path)
        self.file.seek(0)
        text = self.file.read()
        whole = text[: text.rfind(b"\n") + 1]
        lines = whole.decode().splitlines()
        if lines and json.loads(lines[0]) != json.loads(header):
            self.file.close()
            raise ValueError(f"{os.fspath(path)} is of other rules or settings")
        for line in lines[1:]:
            game = json.loads(line)
            self.known[game["game"], game.get("new", False)] = line
        self.file.truncate(len(whole))
        if not lines:
            self.add([header])

    def _lock(self, path: Union[str, "os.PathLike[str]"]) -> None:
        try:
            import fcntl
        except ImportError:
            return
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.file.close()
            raise ValueError(f"another study is writing {os.fspath(path)}") from None

    def add(self, lines: Iterable[str]) -> None:
        if self.file is not None:
            self.file.write("".join(f"{line}\n" for line in lines).encode())
            self.file.flush()

    def __enter__(self) -> "_Kept":
        return self

    def __exit__(self, *_: Any) -> None:
        if self.file is not None:
            self.file.close()


def _told(progress: Optional[Callable[[int, int], None]], all: int, what: str) -> Callable[[int], None]:
    """Tells how far the work is: the caller, or a line on a terminal."""
    if progress is not None:
        return lambda done: progress(done, all)
    if not sys.stderr.isatty():
        return lambda done: None

    def show(done: int) -> None:
        end = "\n" if done >= all else ""
        print(f"\r{done} of {all} {what}", end=end, file=sys.stderr, flush=True)

    return show
