"""Figures of the notebooks: boards as the service draws them, trees, bars and tables. The notebooks can be read without this file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import count

import httpx

from inarow import Client, TreeAnswer, TreeNode

PAPER, INK, FAINT, ACCENT = "#f7f5f0", "#23262e", "#8d8f98", "#2a41a0"
CAPTION_PX = 15
# Said once for a figure instead of once for each stroke in it, so that notebooks stay small.
ROUND = ' stroke-linecap="round" stroke-linejoin="round"'
_number = count(1)


class Figure:
    """A picture, and the text that stands for it where pictures are not shown."""

    def __init__(self, svg: str, text: str) -> None:
        self.svg = svg
        self.text = text

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return {"image/svg+xml": self.svg, "text/plain": self.text}


class Table:
    """Rows below a header; numbers get separators of thousands, and None is an empty cell."""

    def __init__(self, header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        self.rows = [list(header), *([_cell(value) for value in row] for row in rows)]

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        head, *body = ([escape(value) for value in row] for row in self.rows)
        lines = ["<table>", "<tr>" + "".join(f"<th>{value}</th>" for value in head) + "</tr>"]
        lines += ["<tr>" + "".join(f"<td>{value}</td>" for value in row) + "</tr>" for row in body]
        plain = "\n".join(" | ".join(row) for row in self.rows)
        return {"text/html": "\n".join([*lines, "</table>"]), "text/plain": plain}


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> Table:
    """A table of text and numbers."""
    return Table(header, rows)


def boards(client: Client, *positions: tuple[str, Mapping[str, object]], size: int = 200) -> Figure:
    """Positions side by side, each a caption with the fields of `/v1/position.svg`; `size` is the longer side in pixels."""
    pictures = [picture(client, **fields) for _, fields in positions]
    step = size + 24
    parts = []
    for index, ((caption, _), drawn) in enumerate(zip(positions, pictures, strict=True)):
        left = 12 + index * step
        parts.append(_placed(drawn, left, 8, size, size))
        parts.append(_text(left + size / 2, size + 28, caption))
    return Figure(_svg(step * len(pictures), size + 40, parts), " / ".join(caption for caption, _ in positions))


def picture(client: Client, **fields: object) -> str:
    """The SVG of a position, to stand within a figure. Its ids are made unique, since a page holds many pictures."""
    response = httpx.get(client.picture_url("svg", **fields))  # type: ignore[arg-type]
    response.raise_for_status()
    prefix = f"p{next(_number)}-"
    svg = re.sub(r'(id="|href="#|url\(#)', rf"\g<1>{prefix}", response.text)
    return svg.replace(ROUND, "").replace(' transform="translate(0.0 0)"', "")


def bars(rows: Sequence[tuple[str, float, str]], *, unit: str) -> Figure:
    """A bar for each label, value and text beside it; the longest fills the width."""
    longest = max(value for _, value, _ in rows) or 1
    label_px = 28 + max(len(label) for label, _, _ in rows) * 9
    parts = [_text(label_px, 20, unit, anchor="start", colour=FAINT)]
    for index, (label, value, text) in enumerate(rows):
        top = 32 + index * 28
        width = 380 * value / longest
        parts.append(_text(label_px - 10, top + 15, label, anchor="end"))
        parts.append(f'<rect x="{label_px}" y="{top}" width="{width:.1f}" height="20" rx="3" fill="{ACCENT}"/>')
        parts.append(_text(label_px + width + 8, top + 15, text, anchor="start"))
    return Figure(_svg(label_px + 520, 44 + len(rows) * 28, parts), "; ".join(f"{label}: {text}" for label, _, text in rows))


def tree(client: Client, answer: TreeAnswer, size: int = 84) -> Figure:
    """The nodes of `/v1/tree` with their scores as MAX sees them; moves that were cut off are dashed boxes."""
    step_x, step_y = size + 26, size + 52
    places: dict[int, tuple[float, int]] = {}
    cut: list[tuple[int, float, str]] = []
    columns = count()

    def place(node: TreeNode) -> float:
        xs = [place(answer["nodes"][child]) for child in node["children"]]
        for move in node["cutoff"]["untried"] if node["cutoff"] else []:
            cut.append((node["id"], next(columns), move["name"]))
            xs.append(cut[-1][1])
        x = sum(xs) / len(xs) if xs else float(next(columns))
        places[node["id"]] = (x, node["ply"])
        return x

    place(answer["nodes"][0])
    parts = []
    for node in answer["nodes"]:
        x, y = (places[node["id"]][0] * step_x + 14, places[node["id"]][1] * step_y + 10)
        if node["parent"] is not None:
            up, down = places[node["parent"]]
            parts.append(_edge(up * step_x + 14 + size / 2, down * step_y + 10 + size + 22, x + size / 2, y))
        fields = {"game": _rules(answer), "board": node["board"], "coordinates": False}
        parts.append(_placed(picture(client, **fields), x, y, size, size))
        sign = {"exact": "", "at-least": "≥ ", "at-most": "≤ "}[node["exactness"]]
        parts.append(_text(x + size / 2, y + size + 15, f"{node['player']} {sign}{_score(node)}"))
    for parent, column, name in cut:
        x, y = column * step_x + 14, (places[parent][1] + 1) * step_y + 10
        up, down = places[parent]
        parts.append(_edge(up * step_x + 14 + size / 2, down * step_y + 10 + size + 22, x + size / 2, y, dashed=True))
        parts.append(f'<rect x="{x}" y="{y}" width="{size}" height="{size}" rx="6" fill="none" stroke="{FAINT}" stroke-dasharray="4 4"/>')
        parts.append(_text(x + size / 2, y + size / 2, name, colour=FAINT))
        parts.append(_text(x + size / 2, y + size / 2 + 18, "not tried", colour=FAINT))
    width, height = next(columns) * step_x + 6, (max(ply for _, ply in places.values()) + 1) * step_y
    return Figure(_svg(width, height, parts), f"A tree of {len(places)} nodes, {len(cut)} moves cut off")


def _rules(answer: TreeAnswer) -> str:
    name = answer["game"]["name"]
    assert name is not None, "a tree is drawn for games with a name"
    return name


def _score(node: TreeNode) -> str:
    score = node["score"]
    if score["outcome"] == "unknown":
        return f"{score['value']:+}"
    return "draw" if score["outcome"] == "draw" else f"{score['outcome']} in {score['plies']}"


def _cell(value: object) -> str:
    return "" if value is None else f"{value:,}" if isinstance(value, int) else str(value)


def _svg(width: float, height: float, parts: Iterable[str]) -> str:
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}{ROUND}><rect width="100%" height="100%" rx="8" fill="{PAPER}"/>{"".join(parts)}</svg>'


def _placed(svg: str, x: float, y: float, width: float, height: float) -> str:
    """A picture within another: in the place of its own width and height."""
    return re.sub(r'width="\d+" height="\d+"', f'x="{x:.1f}" y="{y:.1f}" width="{width}" height="{height}"', svg, count=1)


def _text(x: float, y: float, text: str, *, anchor: str = "middle", colour: str = INK) -> str:
    style = f'font-family="sans-serif" font-size="{CAPTION_PX}" text-anchor="{anchor}" fill="{colour}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{escape(text)}</text>'


def _edge(x1: float, y1: float, x2: float, y2: float, *, dashed: bool = False) -> str:
    style = f'stroke="{FAINT}"' + (' stroke-dasharray="4 4"' if dashed else "")
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" {style}/>'
