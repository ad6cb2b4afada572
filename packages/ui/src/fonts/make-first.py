"""Creates instrument-sans-first.woff2, the subset of Instrument Sans for English text, for the first paint.

Run from the repository's root with fonttools and brotli installed (pip install fonttools brotli).
The outlines keep the weight axis. The kerning is that of a single weight, because its variation would
be a third of the file and is not visible. Pages with other characters load the full font (see base.css,
which repeats the ranges).
"""

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

FULL_FONT = (
    "node_modules/@fontsource-variable/instrument-sans/files/"
    "instrument-sans-latin-wght-normal.woff2"
)
SUBSET_FONT = "packages/ui/src/fonts/instrument-sans-first.woff2"
KERNING_WEIGHT = 460
CHARACTERS = [
    *range(0x20, 0x7F),
    *(0xA0, 0xA7, 0xA9, 0xAB, 0xB0, 0xB1, 0xB7, 0xBB, 0xD7),
    *(0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2026),
    *(0x20AC, 0x2190, 0x2191, 0x2192, 0x2193, 0x2212),
]


def subset(font):
    options = Options(layout_features=["kern", "tnum"], hinting=False, name_IDs=[0, 1, 2, 13, 14])
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=CHARACTERS)
    subsetter.subset(font)
    return font


first = subset(TTFont(FULL_FONT))
one_weight = subset(instantiateVariableFont(TTFont(FULL_FONT), {"wght": KERNING_WEIGHT}))
assert first.getGlyphOrder() == one_weight.getGlyphOrder()
first["GPOS"] = one_weight["GPOS"]
first["GDEF"] = one_weight["GDEF"]
first.flavor = "woff2"
first.save(SUBSET_FONT)
