"""The answers to a phone that sends pictures."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.cli.parts.served_table import PhonePictureReceiver
from companion.i18n import message_to_json, sentence
from companion.sources.camera import PhonePictures
from companion.sources.camera.phone_camera import NO_PHONE_SENDS

PICTURE = bytes(cv2.imencode(".jpg", np.full((72, 128, 3), 90, np.uint8))[1])
DARK_PICTURE = sentence("The picture is too dark.")


def answer_while(text: str) -> object:
    """Return the text that a sending phone gets while the live picture's step has another one."""
    step: dict[str, object] = {"state": "wrong", "text": message_to_json(text), "more": []}
    receiver = PhonePictureReceiver(PhonePictures(), lambda: step)
    return receiver.receive_picture("phone", PICTURE, {}, wants_feedback=True)["text"]


def test_a_sending_phone_gets_no_message_that_no_phone_sends() -> None:
    answer = answer_while(NO_PHONE_SENDS)
    assert answer == message_to_json(sentence("The table receives this phone's pictures."))


@pytest.mark.parametrize("text", [DARK_PICTURE, ""])
def test_a_sending_phone_gets_other_texts_of_the_live_picture(text: str) -> None:
    assert answer_while(text) == message_to_json(text)
