"""Cameras as sources of frames: live ones, and recordings in their place.

`open_camera` opens any of them from a line of text; each is a `FrameSource`.
"""

from companion.sources.camera.camera_spec import PHONE_SPEC, find_cameras, is_phone, open_camera
from companion.sources.camera.frames import CameraError, Exposure, ExposureError, Frame, FrameSource, Image
from companion.sources.camera.live_camera import LatestFrame
from companion.sources.camera.phone_camera import PhonePictures, PhoneState
from companion.sources.camera.recorded_camera import read_photo

__all__ = [
    "PHONE_SPEC",
    "CameraError",
    "Exposure",
    "ExposureError",
    "Frame",
    "FrameSource",
    "Image",
    "LatestFrame",
    "PhonePictures",
    "PhoneState",
    "find_cameras",
    "is_phone",
    "open_camera",
    "read_photo",
]
