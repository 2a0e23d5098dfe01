"""Train the network that reads the number on a token, at any rotation.

    python -m vision.training.reader --photos ../shared/photos --fonts /usr/share/fonts --out vision/data

Training takes about half an hour on two cores.
"""

# torch is installed for training only, not for type checks.
# mypy: disable-error-code="import-not-found, misc"
from __future__ import annotations

from typing import Any

import numpy as np
from torch import nn
from torch.nn import functional

from vision.hex_contents import CLASSES, PATCH_PX, white_balance_tokens
from vision.training.blocks import conv
from vision.training.loop import board_argument_parser, train
from vision.training.textures import Rng
from vision.training.token_patches import TokenPatchDataset, draw_batch, photo_patches
from vision.training.tokens import find_fonts


class TokenNetwork(nn.Module):
    """Classifies number tokens.

    Input: n x 3 x 48 x 48, BGR, white-balanced by `vision.hex_contents`. Output: n x 12 logits.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 24), conv(24, 32, 2), conv(32, 48), conv(48, 64, 2), conv(64, 64),
            conv(64, 96, 2), conv(96, 96), nn.AdaptiveAvgPool2d(3), nn.Flatten(1),
        )  # fmt: skip
        self.head = nn.Sequential(nn.Dropout(0.2), nn.Linear(96 * 9, 96), nn.ReLU(), nn.Linear(96, CLASSES))

    def forward(self, patch: Any) -> Any:
        """Return the logits of a batch of patches."""
        return self.head(self.body(patch))


def loss(logits: Any, batch: tuple[Any, ...]) -> tuple[Any, float]:
    """Return the cross-entropy and the accuracy."""
    value = functional.cross_entropy(logits, batch[1], label_smoothing=0.02)
    return value, float((logits.argmax(1) == batch[1]).float().mean())


def main() -> None:
    """Train and export the network."""
    options = board_argument_parser(__doc__, 5000).parse_args()
    rng = np.random.default_rng(options.seed)
    dataset = TokenPatchDataset(
        find_fonts(options.fonts), photo_patches(options.photos, options.without), rng
    )

    def make(rng: Rng) -> tuple[Any, ...]:
        patches, kinds = draw_batch(dataset, options.batch, rng)
        return np.ascontiguousarray(white_balance_tokens(patches).transpose(0, 3, 1, 2)), kinds

    train(TokenNetwork, make, loss, options, (19, 3, PATCH_PX, PATCH_PX), "reader")


if __name__ == "__main__":
    main()
