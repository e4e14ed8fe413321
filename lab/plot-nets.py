#!/usr/bin/env python3
"""Draws docs/pictures/nets.svg from the table of nets in docs/strength.md: lab/plot-nets.py, from the root of the repository."""

import re

rows = re.findall(r"^\| (\d)[^|]*\| ([^|]+) \| \d+ \| ([+-]\d+) ± (\d+) \|$", open("docs/strength.md").read(), re.M)
left, top, step, scale = 60, 20, 52, 2.2
height, width = top + 100 * scale, left + step * len(rows) + 10
y = lambda elo: height - elo * scale
parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height + 70:.0f}" width="{width}" font-family="sans-serif" font-size="12">']
parts.append(f'<rect width="{width}" height="{height + 70:.0f}" fill="#fff"/>')
for elo in range(0, 101, 20):
    parts.append(f'<path d="M{left} {y(elo):.1f}H{width - 10}" stroke="#ddd"/><text x="{left - 8}" y="{y(elo) + 4:.1f}" text-anchor="end">{elo}</text>')
for index, (net, limit, elo, error) in enumerate(rows):
    x, elo, error = left + step * (index + 0.5), int(elo), int(error)
    color = "#b58863" if "20,000" in limit else "#8ca2ad"
    parts.append(f'<rect x="{x - 15:.1f}" y="{y(elo):.1f}" width="30" height="{elo * scale:.1f}" fill="{color}"/>')
    parts.append(f'<path d="M{x} {y(elo + error):.1f}V{y(elo - error):.1f}M{x - 5} {y(elo + error):.1f}h10M{x - 5} {y(elo - error):.1f}h10" stroke="#222"/>')
    parts.append(f'<text x="{x}" y="{height + 16:.0f}" text-anchor="middle">net {net}</text>')
parts.append(f'<text x="16" y="{(top + height) / 2:.0f}" text-anchor="middle" transform="rotate(-90 16 {(top + height) / 2:.0f})">Elo against the predecessor</text>')
legend = [("#8ca2ad", "1+0.01 (net 1) or 5,000 nodes per move"), ("#b58863", "20,000 nodes per move")]
for index, (color, text) in enumerate(legend):
    parts.append(f'<rect x="{left + 280 * index}" y="{height + 34:.0f}" width="12" height="12" fill="{color}"/><text x="{left + 18 + 280 * index}" y="{height + 44:.0f}">{text}</text>')
parts.append(f'<text x="{left}" y="{height + 62:.0f}" fill="#555">Bars: 95 % intervals</text></svg>')
open("docs/pictures/nets.svg", "w").write("\n".join(parts) + "\n")
