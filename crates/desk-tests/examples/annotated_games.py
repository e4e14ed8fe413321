"""Compares what python-chess reads in annotated games with their content: `annotated_games.py FOLDER`."""

import json
import re
import sys
from pathlib import Path

import chess.pgn

COLORS = {"green": "G", "red": "R", "yellow": "Y", "blue": "B"}


def content(game):
    """The moves of a game in depth-first order, each with the index of its parent."""
    moves, open_nodes = [], [(game, 0)]
    while open_nodes:
        node, parent = open_nodes.pop()
        squares = lambda arrow: chess.square_name(arrow.tail) + chess.square_name(arrow.head)
        moves.append({
            "parent": parent,
            "move": node.move.uci() if node.move else None,
            "nags": sorted(node.nags),
            "before": " ".join(node.starting_comment.split()),
            "after": " ".join(node.comment.split()),
            "arrows": sorted(COLORS[arrow.color] + squares(arrow) for arrow in node.arrows()),
            "clock": node.clock(),
        })
        index = len(moves) - 1
        open_nodes.extend((child, index) for child in reversed(node.variations))
    headers = game.headers
    # python-chess leaves the escapes of tags as they are written.
    annotator = re.sub(r"\\(.)", r"\1", headers.get("Annotator", ""))
    return {"result": headers["Result"], "annotator": annotator, "moves": moves}


def main(folder):
    expected = [json.loads(line) for line in (folder / "content.jsonl").read_text().splitlines()]
    read = []
    for path in sorted(folder.glob("games-*.pgn")):
        with path.open(encoding="utf-8") as file:
            while game := chess.pgn.read_game(file):
                assert not game.errors, (path, game.errors)
                read.append(content(game))
    assert len(read) == len(expected), (len(read), len(expected))
    count = {}
    for number, (ours, theirs) in enumerate(zip(expected, read)):
        for move in ours["moves"]:
            move["nags"].sort()
            move["arrows"].sort()
            for comment in ("before", "after"):
                move[comment] = " ".join(move[comment].split())
            for name, value in move.items():
                count[name] = count.get(name, 0) + (len(value) if isinstance(value, list) else bool(value))
        assert len(ours["moves"]) == len(theirs["moves"]), number
        for our, their in zip(ours["moves"], theirs["moves"]):
            assert our == their, f"game {number}:\n{our}\n{their}"
        assert ours == theirs, number
    print(f"{len(read)} games are the same: {count}")


main(Path(sys.argv[1]))
