"""Makes reviews.json: real games of lichess with the evaluations that lichess gave them, and what the published formulas make of those.

python3 reviews.py lichess_db.pgn > reviews.json

Written from the formulas alone, without a look at the program that is tested with them: win percent, accuracy of moves and games, average
centipawn loss and judgements as lichess publishes them. "marked" is lichess's own word in the file: which moves it calls inaccurate or worse.
Evaluations are from White's view, in pawns, # for mates; a game that ends in mate has no evaluation of its last position.
"""
import json
import math
import re
import sys

GAMES = 10


def chances(cp):
    return 2 / (1 + math.exp(-0.00368208 * cp)) - 1


def clamped(score):
    kind, value = score
    return max(-1000, min(1000, value)) if kind == "cp" else (1000 if value > 0 else -1000)


def accuracy(before, after):
    if after >= before:
        return 100.0
    raw = 103.1668100711649 * math.exp(-0.04354415386753951 * (before - after)) - 3.166924740191411 + 1
    return max(0.0, min(100.0, raw))


def game_accuracy(scores):
    win = [50 + 50 * chances(clamped(score)) for score in [("cp", 15)] + scores]
    size = max(2, min(8, len(scores) // 10))
    windows = [win[:size]] * (min(size, len(win)) - 2) + [win[at:at + size] for at in range(len(win) - size + 1)]
    result = []
    for color in (0, 1):
        weighted = weights = reciprocals = count = 0
        for ply in range(color, len(scores), 2):
            window = windows[ply]
            mean = sum(window) / len(window)
            deviation = math.sqrt(sum((value - mean) ** 2 for value in window) / len(window))
            weight = max(0.5, min(12, deviation))
            before, after = (win[ply], win[ply + 1]) if color == 0 else (100 - win[ply], 100 - win[ply + 1])
            value = accuracy(before, after)
            weighted, weights, reciprocals, count = weighted + value * weight, weights + weight, reciprocals + 1 / max(1, value), count + 1
        result.append((weighted / weights + count / reciprocals) / 2)
    return result


def average_loss(scores):
    values = [15] + [clamped(score) for score in scores]
    losses = [[], []]
    for ply in range(len(scores)):
        drop = values[ply] - values[ply + 1] if ply % 2 == 0 else values[ply + 1] - values[ply]
        losses[ply % 2].append(max(0, drop))
    return [sum(side) / len(side) for side in losses]


def judgement(color, before, after):
    sign = 1 if color == 0 else -1
    (kind, old), (new_kind, new) = before, after
    old, new = old * sign, new * sign
    if kind == "cp" and new_kind == "cp":
        drop = chances(old) - chances(new)
        return "blunder" if drop >= 0.3 else "mistake" if drop >= 0.2 else "inaccuracy" if drop >= 0.1 else None
    if kind == "cp" and new < 0:
        return "inaccuracy" if old < -999 else "mistake" if old < -700 else "blunder"
    if kind == "mate" and old > 0 and new_kind == "cp":
        return "inaccuracy" if new > 999 else "mistake" if new > 700 else "blunder"
    if kind == "mate" and old > 0 and new < 0:
        return "blunder"
    return None


def score(text):
    return ("mate", int(text[1:])) if text.startswith("#") else ("cp", round(float(text) * 100))


def games(path):
    tags = {}
    for line in open(path):
        tag = re.match(r'\[(\w+) "(.*)"\]', line)
        if tag:
            tags[tag[1]] = tag[2]
        elif line.strip():
            if "%eval" in line:
                yield tags, line
            tags = {}


def game(tags, line):
    moves = re.findall(r"\d+\.+ ([^ {?!]+)([?!]*) \{([^}]*)\}", line)
    texts = [found[1] for found in (re.search(r"%eval ([^\]]+)\]", comment) for _, _, comment in moves) if found]
    scores = [score(text) for text in texts]
    judgements = [judgement(ply % 2, ([("cp", 15)] + scores)[ply], scores[ply]) for ply in range(len(scores))]
    return {
        "site": tags["Site"],
        "result": tags["Result"],
        "moves": " ".join(move for move, _, _ in moves),
        "evaluations": texts,
        "marked": [ply for ply, (_, mark, _) in enumerate(moves) if mark],
        "judgements": judgements,
        "accuracy": game_accuracy(scores),
        "average_loss": average_loss(scores),
    }


all_games = [game(tags, line) for tags, line in games(sys.argv[1])]
# Those with most mates in their evaluations come first: they are the hard ones.
all_games.sort(key=lambda one: -sum(text.startswith("#") for text in one["evaluations"]))
about = "Made by reviews.py from an export of the lichess database (CC0): see there."
chosen = all_games[:GAMES // 2] + all_games[-GAMES // 2:]
print(json.dumps({"about": about, "games": chosen}, indent=None, separators=(", ", ": ")).replace('{"site"', '\n{"site"'))
