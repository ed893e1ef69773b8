"""Everyday typefaces for the numerals, as Debian's font packages install them."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from PIL import ImageFont

FOLDER = Path("/usr/share/fonts")
NUMERALS = (
    "truetype/lato/Lato-Bold.ttf",
    "truetype/lato/Lato-Black.ttf",
    "truetype/open-sans/OpenSans-Bold.ttf",
    "truetype/open-sans/OpenSans-ExtraBold.ttf",
    "truetype/open-sans/OpenSans-CondBold.ttf",
    "truetype/liberation/LiberationSans-Bold.ttf",
    "truetype/liberation/LiberationSerif-Bold.ttf",
    "truetype/liberation/LiberationSansNarrow-Bold.ttf",
    "truetype/liberation/LiberationSans-Regular.ttf",
    "truetype/liberation/LiberationMono-Bold.ttf",
    "truetype/paratype/PTS75F.ttf",
    "truetype/paratype/PTF75F.ttf",
    "truetype/paratype/PTC75F.ttf",
    "truetype/oxygen/Oxygen-Sans-Bold.ttf",
    "truetype/manrope/Manrope-ExtraBold.ttf",
    "truetype/manrope/Manrope-SemiBold.ttf",
    "truetype/averia-gwf/AveriaSansGWF-Bold.ttf",
    "truetype/averia-gwf/AveriaSerifGWF-Bold.ttf",
    "truetype/comfortaa/Comfortaa-Bold.ttf",
    "truetype/tuffy/Tuffy_Bold.ttf",
    "truetype/arkpandora/VerandaBd.ttf",
    "truetype/arkpandora/TymesBd.ttf",
    "truetype/fonts-oldstandard/OldStandard-Bold.ttf",
    "truetype/roadgeek/RG2014E.ttf",
    "truetype/opendin/OSP-DIN.ttf",
    "truetype/humor-sans/Humor-Sans.ttf",
    "truetype/woowa-bm/BMJUA_ttf.ttf",
    "truetype/woowa-bm/BMDOHYEON_ttf.ttf",
    "truetype/woowa-bm/BMHANNAPro.ttf",
    "truetype/tiresias/tiresias_signfont_bold.ttf",
    "truetype/dustin/Dustismo_Roman_Bold.ttf",
    "truetype/eurofurence/eurof75.ttf",
    "truetype/roboto/hinted/Roboto-Bold.ttf",
    "truetype/roboto/hinted/Roboto-Black.ttf",
    "opentype/cabin/Cabin-Bold.otf",
    "opentype/comic-neue/ComicNeue-Bold.otf",
    "opentype/dosis/Dosis-ExtraBold.otf",
    "opentype/league-spartan/LeagueSpartan-Bold.otf",
    "opentype/linux-libertine/LinBiolinum_RB.otf",
    "opentype/linux-libertine/LinLibertine_RB.otf",
    "opentype/national-park/NationalPark-Heavy.otf",
    "opentype/sora/Sora-Bold.otf",
    "opentype/urw-base35/C059-Bold.otf",
    "opentype/urw-base35/NimbusSans-Bold.otf",
    "opentype/urw-base35/NimbusRoman-Bold.otf",
    "opentype/urw-base35/NimbusMonoPS-Bold.otf",
    "opentype/urw-base35/P052-Bold.otf",
    "opentype/urw-base35/URWBookman-Demi.otf",
    "opentype/urw-base35/URWGothic-Demi.otf",
    "opentype/urw-base35/P052-BoldItalic.otf",
    "opentype/yanone-kaffeesatz/YanoneKaffeesatz-Bold.otf",
    "opentype/bebas-neue/BebasNeue-Bold.otf",
    "opentype/allerta/allerta_medium.otf",
    "opentype/b612/B612-Bold.otf",
    "opentype/tlwg/Purisa-Bold.otf",
    "opentype/tlwg/Umpush-Bold.otf",
    "opentype/lobstertwo/LobsterTwo-Bold.otf",
    "opentype/cherrybomb/CherryBomb-Regular.otf",
)
PROSE = (
    "truetype/liberation/LiberationSerif-Regular.ttf",
    "truetype/lato/Lato-Regular.ttf",
    "opentype/urw-base35/P052-Roman.otf",
    "opentype/urw-base35/C059-Roman.otf",
    "truetype/paratype/PTF55F.ttf",
)
HAND = (
    "truetype/ecolier-court/Ecolier-court.ttf",
    "truetype/ldco/Daniel.ttf",
    "truetype/breip/Breip.ttf",
    "truetype/rufscript/Rufscript010.ttf",
    "opentype/tlwg/Purisa.otf",
)


@lru_cache
def numerals() -> tuple[Path, ...]:
    """The typefaces for numerals that are installed here."""
    found = tuple(FOLDER / name for name in NUMERALS if (FOLDER / name).exists())
    if len(found) < 12:
        raise SystemExit(
            f"Only {len(found)} of the typefaces are in {FOLDER}: install some more font packages."
        )
    return found


def prose(hand: bool = False) -> tuple[Path, ...]:
    """The typefaces for newspapers, or for a handwritten note."""
    found = tuple(FOLDER / name for name in (HAND if hand else PROSE) if (FOLDER / name).exists())
    return found or numerals()


@lru_cache(maxsize=256)
def face(path: Path, size_px: int) -> ImageFont.FreeTypeFont:
    """One typeface in one size."""
    return ImageFont.truetype(str(path), size_px)
