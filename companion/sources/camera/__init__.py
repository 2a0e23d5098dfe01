"""Cameras as sources of frames: live ones, and recordings that stand in for them.

`open_camera` makes any of them from a line of text; all of them are a `FrameSource`.
"""

from companion.sources.camera.exposure import Exposure, ExposureError
from companion.sources.camera.frames import CameraError, CameraUnavailableError, Frame, FrameSource, Image
from companion.sources.camera.latest import LatestFrame
from companion.sources.camera.live import LiveCamera, Patience
from companion.sources.camera.recorded import Photos, Video, read_photo
from companion.sources.camera.sent import PhoneState, SentPictures
from companion.sources.camera.spec import PHONE, find_cameras, is_phone, open_camera

__all__ = [
    "PHONE",
    "CameraError",
    "CameraUnavailableError",
    "Exposure",
    "ExposureError",
    "Frame",
    "FrameSource",
    "Image",
    "LatestFrame",
    "LiveCamera",
    "Patience",
    "PhoneState",
    "Photos",
    "SentPictures",
    "Video",
    "find_cameras",
    "is_phone",
    "open_camera",
    "read_photo",
]
