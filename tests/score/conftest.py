import sys
from pathlib import Path

# The measuring tools are modules beside each other, for `python tests/score/run.py`.
sys.path.insert(0, str(Path(__file__).parent))
