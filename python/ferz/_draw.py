"""Pictures for notebooks."""

from typing import Iterable, Optional, Tuple, Union

from . import _ferz


class Drawing(str):
    """A picture as SVG; notebooks show it."""

    def _repr_svg_(self) -> str:
        return str(self)


def draw(
    position: Union["_ferz.Position", "_ferz.Game", "_ferz.Variant"],
    *,
    flip: bool = False,
    coordinates: bool = True,
    details: bool = False,
    highlights: Iterable[str] = (),
    arrows: Iterable[Tuple[str, str]] = (),
    width: Optional[int] = None,
) -> Drawing:
    """A position, the position of a game, or the start of a variant as SVG.

    `highlights` are squares, `arrows` are pairs of squares, `details` says whose turn it is and what
    is in hand, `flip` puts Black below.
    """
    if isinstance(position, _ferz.Variant):
        position = position.start()
    elif isinstance(position, _ferz.Game):
        position = position.position
    return Drawing(
        _ferz.svg(
            position,
            flip=flip,
            coordinates=coordinates,
            details=details,
            highlights=list(highlights),
            arrows=list(arrows),
            width=width,
        )
    )
