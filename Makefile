# `make demo` and `make test` set up what they need: system packages first, then a virtual
# environment inside the checkout. Nothing is installed into the system's Python.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
APT    := python3-venv libgl1 libglib2.0-0
FIRMWARE_APT := gcc-avr avr-libc binutils-avr avrdude
# The firmware's own tests run on the host with sanitizers, and its binary in an emulator of the chip.
EMULATOR_APT := gcc libc6-dev libsimavr-dev libelf-dev
# Checks the pages' scripts, and runs those without a browser that need no page; it brings node.
SCRIPTS_APT := node-typescript
# What `make lint` looks at the firmware's C with.
LINT_APT := cppcheck clang-format $(SCRIPTS_APT)
# systemd and libseccomp2 try what the service's unit forbids.
TEST_APT := chromium fonts-dejavu-core openscad systemd libseccomp2 $(SCRIPTS_APT) $(FIRMWARE_APT) $(EMULATOR_APT)
# Opens pages in a third of the time; without it, tests take the chromium that `make pictures` needs as well.
PAGES_APT := chromium-headless-shell

# Many tests wait for a process of their own: one worker more than there are cores, four at most.
WORKERS = $(shell n=$$(nproc); [ $$n -lt 4 ] && echo $$((n + 1)) || echo 4)

# What the pages' tests in node import (tests/web/node/package.json).
NODE_TESTS := tests/web/node
NODE_MODULES := $(NODE_TESTS)/node_modules/.package-lock.json

SYSTEM_SITE = $(shell for part in picamera2 lgpio; do /usr/bin/python3 -c "import $$part" 2>/dev/null \
	&& echo --system-site-packages && break; done)

.PHONY: demo test test-all bench soak score games films parts deck drawings pictures words types release firmware flash system test-system clean lint

demo: $(VENV)/.ready
	$(BIN)/companion demo $(ARGS)

# Three tiers (CONTRIBUTING.md): `make test` proves the product in eight minutes on two cores, `make test-all` runs every
# test, `make soak` runs for hours. Some tests only: make test ARGS=tests/table.
# Python's bytecode is kept, whatever the environment says: each worker imports all tests, and many tests start a
# `companion` of their own.
test test-all: export PYTHONDONTWRITEBYTECODE =
test: test-system $(VENV)/.ready $(NODE_MODULES)
	$(BIN)/python -m tests.run fast --workers $(WORKERS) $(ARGS)

test-all: test-system $(VENV)/.ready $(NODE_MODULES)
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

# A day of throws through the emulated tower, its line spoiled and its board reset: minutes, not hours. Then a year of
# its evenings, hours at rest (some only: make soak EVENINGS="--evenings 30"). Then whole
# games of the demo in every combination of its options, hours of them: it goes on where it was stopped;
# some only: make soak DEMOS="--only dice=both --jobs 4". Then evenings entered with errors, compared with the
# truth (some only: make soak ENTRIES="--games 4"), evenings without one of their acts (some only: make soak
# FORGOTTEN="--games 4"), games of anything that may be entered, and a service under
# 5,000 events and 30 minutes, with a report of its memory, threads, descriptors and CPU time (this one only:
# make soak INPUTS="--seconds 0"). Last, every test again with other examples than make test-all's: make soak
# EXAMPLES=tests/journal.
soak: test-system $(VENV)/.ready $(NODE_MODULES)
	$(BIN)/python tests/soak/tower.py $(ARGS)
	$(BIN)/python -m tests.soak.evenings $(EVENINGS)
	$(BIN)/python tests/soak/demos.py $(DEMOS)
	$(BIN)/python -m tests.soak.entries --games 200 $(ENTRIES)
	$(BIN)/python -m tests.soak.forgotten --games 200 $(FORGOTTEN)
	$(BIN)/python -m tests.soak.inputs $(INPUTS)
	$(BIN)/python -m pytest --hypothesis-profile soak --numprocesses $(WORKERS) $(EXAMPLES)

# The dice tower's firmware (firmware/README.md), to dist/tower for a release, and onto a board: make flash
# PORT=/dev/ttyUSB0.
firmware:
	@.ci/packages $(FIRMWARE_APT)
	$(MAKE) --no-print-directory -C firmware
	@mkdir -p dist/tower
	cp firmware/build/tower.hex dist/tower/companion-tower.hex

flash: firmware
	$(MAKE) --no-print-directory -C firmware flash

# How well boards are read: the labelled photos beside the checkout, if they are there, and rendered tables.
score: $(VENV)/.ready
	$(BIN)/python -m tests.score.run $(ARGS)

# How whole simulated games are told, without a picture, and how short films of some, drawn picture by
# picture, are (docs/games.md): make games ARGS="--games 8", make films ARGS="--films 2".
games: $(VENV)/.ready
	$(BIN)/python -m tests.measure.games $(ARGS)

films: $(VENV)/.ready
	$(BIN)/python tests/measure/films.py $(ARGS)

# The tower's printable parts, to firmware/tower/build, and to dist/tower for a release; for dice of another size:
# make parts DIE=15.
parts:
	@.ci/packages openscad
	$(MAKE) --no-print-directory -C firmware/tower
	@mkdir -p dist/tower
	cp firmware/tower/build/*.stl dist/tower

# The deck of Spot it! CATAN to print, as PDF in two sizes, to build/deck (docs/spot_it.md).
deck: $(VENV)/.ready
	$(BIN)/python docs/tools/deck.py $(ARGS)

# What the documentation shows that is computed: camera heights, the configuration's keys, wiring, parts.
drawings: $(VENV)/.ready parts
	$(BIN)/python docs/tools/lens_table.py
	$(BIN)/python docs/tools/settings_table.py
	$(MAKE) --no-print-directory -C firmware/tower pictures

# Every text that pages say, gathered into the languages' files (docs/languages.md); a new language's:
# make words ARGS="--new de".
words: $(VENV)/.ready
	$(BIN)/python docs/tools/catalogues.py $(ARGS)

# What travels over the API, as types for the pages' scripts: types/api.d.ts (docs/api.md).
types: $(VENV)/.ready
	$(BIN)/python docs/tools/wire_types.py

# A release into dist/, proved in an environment of its own, and its notes; nothing is published (CONTRIBUTING.md).
release: $(VENV)/.ready
	$(BIN)/python docs/tools/release.py $(ARGS)

# What the documentation shows of a simulated table, page by page; some only: make pictures ARGS="seven hand".
pictures: test-system $(VENV)/.ready
	$(BIN)/python -m tests.pictures $(ARGS)

# A Raspberry Pi camera is driven by picamera2, its header by lgpio, which only the system's Python
# has: then, and only then, the environment sees the system's packages.
$(VENV)/.ready: pyproject.toml | system
	$(PYTHON) -m venv $(SYSTEM_SITE) $(VENV)
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet --editable '.[dev]'
	@.ci/picamera $(BIN)
	touch $@

$(NODE_MODULES): $(NODE_TESTS)/package-lock.json | test-system
	@command -v npm >/dev/null || .ci/packages npm
	cd $(NODE_TESTS) && npm ci --no-audit --no-fund --loglevel=error

system:
	@.ci/packages $(APT)
	@.ci/bits $(PYTHON)

test-system: system
	@.ci/packages $(TEST_APT)
	@.ci/packages $(PAGES_APT) || echo "Without it, the tests of pages take longer."

clean:
	$(MAKE) --no-print-directory -C firmware clean
	rm -rf $(VENV) $(NODE_TESTS)/node_modules build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
