# `make demo` and `make test` set up what they need: system packages first, then a virtual
# environment inside the checkout. Nothing is installed into the system's Python.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
APT    := python3-venv libgl1 libglib2.0-0
FIRMWARE_APT := gcc-avr avr-libc binutils-avr avrdude
# The firmware's own tests run on the host with sanitizers, and its binary in an emulator of the chip.
EMULATOR_APT := gcc libc6-dev libsimavr-dev libelf-dev
# Checks the pages' scripts, and includes node, which runs their tests without a browser.
SCRIPTS_APT := node-typescript
# Checks the firmware's C in `make lint`.
LINT_APT := cppcheck clang-format $(SCRIPTS_APT)
# systemd and libseccomp2 test the restrictions of the service's unit.
TEST_APT := chromium fonts-dejavu-core openscad systemd libseccomp2 $(SCRIPTS_APT) $(FIRMWARE_APT) $(EMULATOR_APT)
# Opens pages in a third of the time; without it, tests use the chromium that `make pictures` needs.
PAGES_APT := chromium-headless-shell

# Many tests wait for another process: use one worker more than there are cores, four at most.
WORKERS = $(shell n=$$(nproc); [ $$n -lt 4 ] && echo $$((n + 1)) || echo 4)

# The packages that the node tests import (tests/web/node/package.json).
NODE_TESTS := tests/web/node
NODE_MODULES := $(NODE_TESTS)/node_modules/.package-lock.json

# A browser engine of 2022 for tests/web/test_old_engine.py, in an environment of its own (400 MB).
OLD_ENGINE := .venv-old-engine

SYSTEM_SITE = $(shell for part in picamera2 lgpio; do /usr/bin/python3 -c "import $$part" 2>/dev/null \
	&& echo --system-site-packages && break; done)

.PHONY: demo test test-all bench soak score games films parts deck drawings pictures words types release firmware flash system test-system clean lint

demo: $(VENV)/.ready
	$(BIN)/companion demo $(ARGS)

# Three tiers (CONTRIBUTING.md): `make test` proves the product in eight minutes on two cores, `make test-all` runs every
# test, `make soak` runs for hours. Some tests only: make test ARGS=tests/table.
# Python's bytecode is always cached: each worker imports all tests, and many tests start another `companion`.
test test-all: export PYTHONDONTWRITEBYTECODE =
test: test-system $(VENV)/.ready $(NODE_MODULES)
	$(BIN)/python -m tests.run fast --workers $(WORKERS) $(ARGS)

test-all: test-system $(VENV)/.ready $(NODE_MODULES) $(OLD_ENGINE)/.ready
	$(BIN)/python -m tests.run all --workers $(WORKERS) $(ARGS)

lint: $(VENV)/.ready
	@.ci/packages $(LINT_APT)
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python docs/tools/script_types.py
	$(MAKE) --no-print-directory -C firmware lint

bench: $(VENV)/.ready
	$(BIN)/pip install --quiet --editable '.[bench]'
	$(BIN)/python tests/bench/run.py

# The long tests, in this order; the variable in parentheses selects some of them:
# - a day of throws through the emulated tower, with transmission errors and resets (minutes)
# - a year of evenings with the tower (hours; EVENINGS="--evenings 30")
# - whole demo games in every combination of options (hours; an interrupted run resumes; DEMOS="--only dice=both --jobs 4")
# - evenings whose entries contain errors, compared with the truth (ENTRIES="--games 4")
# - evenings without one of their acts (FORGOTTEN="--games 4")
# - random inputs, and a service under 5,000 events and 30 minutes, with a report of its memory, threads,
#   descriptors and CPU time (only the service: INPUTS="--seconds 0")
# - every test with more examples than in make test-all (EXAMPLES=tests/journal)
soak: test-system $(VENV)/.ready $(NODE_MODULES)
	$(BIN)/python -m tests.soak.tower $(ARGS)
	$(BIN)/python -m tests.soak.evenings $(EVENINGS)
	$(BIN)/python tests/soak/demos.py $(DEMOS)
	$(BIN)/python -m tests.soak.entries --games 200 $(ENTRIES)
	$(BIN)/python -m tests.soak.forgotten --games 200 $(FORGOTTEN)
	$(BIN)/python -m tests.soak.inputs $(INPUTS)
	$(BIN)/python -m pytest --hypothesis-profile soak --numprocesses $(WORKERS) $(EXAMPLES)

# Builds the dice tower's firmware (firmware/README.md) and copies it to dist/tower for a release. To flash a board:
# make flash PORT=/dev/ttyUSB0.
firmware:
	@.ci/packages $(FIRMWARE_APT)
	$(MAKE) --no-print-directory -C firmware
	@mkdir -p dist/tower
	cp firmware/build/tower.hex dist/tower/companion-tower.hex

flash: firmware
	$(MAKE) --no-print-directory -C firmware flash

# Measures how well boards are read: in the labelled photos beside the checkout, if any, and in rendered tables.
score: $(VENV)/.ready
	$(BIN)/python -m tests.score.run $(ARGS)

# Measures how well whole simulated games are recorded, without pictures (make games ARGS="--games 8") and from short
# rendered films (make films ARGS="--films 2"): docs/games.md.
games: $(VENV)/.ready
	$(BIN)/python -m tests.measure.games $(ARGS)

films: $(VENV)/.ready
	$(BIN)/python tests/measure/films.py $(ARGS)

# Writes the tower's printable parts to firmware/tower/build, and copies them to dist/tower for a release. For dice of
# another size: make parts DIE=15.
parts:
	@.ci/packages openscad
	$(MAKE) --no-print-directory -C firmware/tower
	@mkdir -p dist/tower
	cp firmware/tower/build/*.stl dist/tower

# Writes the deck of Spot it! CATAN for printing to build/deck, as PDF in two sizes (docs/spot_it.md).
deck: $(VENV)/.ready
	$(BIN)/python docs/tools/deck.py $(ARGS)

# Generates tables and drawings of the documentation (camera heights, the configuration's keys, wiring, parts), and
# the page's drawings of the deck's cards.
drawings: $(VENV)/.ready parts
	$(BIN)/python docs/tools/lens_table.py
	$(BIN)/python docs/tools/settings_table.py
	$(BIN)/python docs/tools/deck_script.py
	$(MAKE) --no-print-directory -C firmware/tower pictures

# Collects the texts of all pages in the languages' files (docs/languages.md). For a new language:
# make words ARGS="--new de".
words: $(VENV)/.ready
	$(BIN)/python docs/tools/catalogues.py $(ARGS)

# Generates the API's types for the pages' scripts: types/api.d.ts (docs/api.md).
types: $(VENV)/.ready
	$(BIN)/python docs/tools/wire_types.py

# Builds a release in dist/, tests it in a separate environment and prints its notes. Publishes nothing (CONTRIBUTING.md).
release: $(VENV)/.ready
	$(BIN)/python docs/tools/release.py $(ARGS)

# Renders the documentation's pictures of a simulated table. Only some of them: make pictures ARGS="seven hand".
pictures: test-system $(VENV)/.ready
	$(BIN)/python -m tests.pictures $(ARGS)

# Only the system's Python has picamera2 and lgpio, which drive a Raspberry Pi's camera and header. If it has one of
# them, the environment sees the system's packages.
$(VENV)/.ready: pyproject.toml | system
	$(PYTHON) -m venv $(SYSTEM_SITE) $(VENV)
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet --editable '.[dev]'
	@.ci/picamera $(BIN)
	touch $@

$(NODE_MODULES): $(NODE_TESTS)/package-lock.json | test-system
	@command -v npm >/dev/null || .ci/packages npm
	cd $(NODE_TESTS) && npm ci --no-audit --no-fund --loglevel=error

# There are no such packages for some machines, a Raspberry Pi among them.
$(OLD_ENGINE)/.ready:
	$(PYTHON) -m venv $(OLD_ENGINE)
	$(OLD_ENGINE)/bin/pip install --quiet --only-binary :all: PyQt6==6.4.2 PyQt6-Qt6==6.4.3 PyQt6-WebEngine==6.4.0 \
		PyQt6-WebEngine-Qt6==6.4.3 && touch $@ || echo "Without it, tests/web/test_old_engine.py is skipped."

system:
	@.ci/packages $(APT)
	@.ci/bits $(PYTHON)

test-system: system
	@.ci/packages $(TEST_APT)
	@.ci/packages $(PAGES_APT) || echo "Without chromium-headless-shell, the tests of pages take longer."

clean:
	$(MAKE) --no-print-directory -C firmware clean
	rm -rf $(VENV) $(OLD_ENGINE) $(NODE_TESTS)/node_modules build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
