"""What the commands that read blocks share: which sets may be in play, from options and files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from pi_app.block_scenes import COLOURS
from pi_app.games.blocks.sets import BlockSet, bundled_sets, own_sets, read_sets_file
from pi_app.games.game import GameError


def choose_sets(name: str | None, file: Path | None) -> Sequence[BlockSet]:
    """The set called ``name``, or all sets; ``file`` adds the user's own.

    Raises click.BadParameter for a damaged file, an unknown name, or a colour not seen by vision.
    """
    try:
        known = own_sets(read_sets_file(file), str(file)) if file else bundled_sets()
    except GameError as error:
        raise click.BadParameter(str(error), param_hint="--block-sets") from error
    if name is not None and name not in known:
        raise click.BadParameter(
            f"there is no set {name!r}; known are {', '.join(known)}", param_hint="--set"
        )
    chosen = tuple(known.values()) if name is None else (known[name],)
    for block_set in chosen:
        for colour in block_set.colours:
            if colour not in COLOURS:
                raise click.BadParameter(
                    f"the camera does not know {colour} (set {block_set.name}); "
                    f"it tells {', '.join(COLOURS)} apart",
                    param_hint="--block-sets",
                )
    return chosen
