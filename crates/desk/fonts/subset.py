"""Makes the fonts of the desk from those of the Noto project: `python3 subset.py FOLDER` (needs fonttools).

FOLDER has the complete files NotoSans-Regular.ttf, NotoSans-SemiBold.ttf, NotoSansMath-Regular.ttf and
NotoSansSymbols2-Regular.ttf. All get the same line height, so that a sign does not move the line it is in.
"""

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter, parse_unicodes
from fontTools.ttLib import TTFont

TEXT = (
    "0020-007E,00A0-024F,0259,02BB-02BC,02C6-02C7,02D8-02DD,0300-0304,0306-030C,0323,0326-0328,0370-03FF,"
    "0400-045F,0490-0491,1E00-1EFF,2000-2064,2070-208E,20A0-20BF,2100-214E,2150-215E,2212,FB01-FB02,FFFD"
)
SIGNS = "2190-21FF,2200-22FF,2300-2313,25A0-25FF,27C2,27E6-27F0,27F3,2A00,2A71-2A72,2605-2606,2642,2713"
CHESS = "2654-265F,2BF9,23F1,23F8,25B6,25C0,2605-2606,2713-2718,231B"

FONTS = {
    "NotoSans-Regular.ttf": ("NotoSans-Regular.ttf", TEXT),
    "NotoSans-SemiBold.ttf": ("NotoSans-SemiBold.ttf", TEXT),
    "NotoSansMath-Signs.ttf": ("NotoSansMath-Regular.ttf", SIGNS),
    "NotoSansSymbols2-Chess.ttf": ("NotoSansSymbols2-Regular.ttf", CHESS),
}

# Above and below the baseline, in thousandths of the size.
ASCENT, DESCENT = 1000, 250


def make(source, target, unicodes):
    font = TTFont(source)
    options = Options()
    options.hinting = False
    options.notdef_outline = True
    options.layout_features = ["kern", "mark", "mkmk", "ccmp", "locl"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=parse_unicodes(unicodes))
    subsetter.subset(font)
    scale = font["head"].unitsPerEm / 1000
    ascent, descent = round(ASCENT * scale), round(DESCENT * scale)
    head, more = font["hhea"], font["OS/2"]
    head.ascent, head.descent, head.lineGap = ascent, -descent, 0
    more.sTypoAscender, more.sTypoDescender, more.sTypoLineGap = ascent, -descent, 0
    more.usWinAscent, more.usWinDescent = ascent, descent
    font.save(target)


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    for target, (source, unicodes) in FONTS.items():
        make(folder / source, Path(__file__).parent / target, unicodes)
