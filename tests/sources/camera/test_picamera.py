"""The Raspberry Pi's own camera, with a stand-in for picamera2."""

import sys
import threading
import time
from itertools import islice

import pytest

from companion.sources.camera import CameraUnavailableError, open_camera
from companion.sources.camera.opencv import CameraSettings
from companion.sources.camera.picamera import picamera


def first_report(spec="picamera"):
    return next(open_camera(spec).frames(time.monotonic, threading.Event()))


def test_the_picture_is_asked_for_in_opencvs_order(picamera2):
    capture = picamera(0, CameraSettings((1280, 720), fps=10))()
    assert capture.read().shape == (48, 64, 3)
    capture.close()
    asked = {"main": {"size": (1280, 720), "format": "RGB888"}, "controls": {"FrameRate": 10}}
    assert picamera2.calls == [("configure", asked), ("start",), ("stop",), ("close",)]


def test_where_picamera2_is_missing_it_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)
    report = first_report()
    assert report.health == "fault"
    assert "python3-picamera2" in report.text
    assert "--system-site-packages" in report.text


def test_where_the_systems_picamera2_is_too_old_it_says_so(monkeypatch):
    def too_old(name):
        raise ValueError("numpy.dtype size changed")

    monkeypatch.setattr("importlib.import_module", too_old)
    report = first_report()
    assert report.health == "fault"
    assert "simplejpeg" in report.text


def test_where_no_camera_is_connected_it_is_waited_for(picamera2):
    assert first_report("picamera:1").health == "waiting"
    assert "ribbon cable" in first_report("picamera:1").text


def test_a_camera_that_does_not_start_is_let_go(picamera2):
    picamera2.fail = RuntimeError("Failed to start camera: Device or resource busy")
    with pytest.raises(CameraUnavailableError, match="busy"):
        picamera(0, CameraSettings())()
    assert picamera2.calls[-1] == ("close",)


def test_it_is_let_go_in_the_end(picamera2):
    stop = threading.Event()
    frames = open_camera("picamera").frames(time.monotonic, stop)
    list(islice(frames, 3))
    stop.set()
    list(frames)
    assert picamera2.calls[-2:] == [("stop",), ("close",)]
