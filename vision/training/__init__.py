"""How the networks under `vision/data` were made: pictures drawn here, patches of licensed photos.

Nothing here runs at a table. It needs torch, Pillow, onnx and fonts; see docs/vision.md.
"""
