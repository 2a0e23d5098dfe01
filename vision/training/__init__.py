"""Training of the networks under `vision/data`, from drawn pictures and patches of licensed photos.

No table needs this package at run time. It requires torch, Pillow, onnx and fonts; see docs/vision.md.
"""
