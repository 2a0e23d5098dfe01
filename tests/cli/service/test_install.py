"""`companion install` into a folder of the test; no command is run."""

from __future__ import annotations

import configparser
import getpass
import grp
import os
import pwd
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli.command import main
from companion.cli.service import install
from companion.cli.service.install import UDEV_RULE_PATH, UNIT_PATH, CommandRun, FileChange, ServiceUnit
from companion.hardware.settings import explain_insufficient_memory

ME = getpass.getuser()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "system"


def files(root: Path) -> list[str]:
    return sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file())


def installing(root: Path, *more: str) -> list[str]:
    return ["install", "--root", str(root), "--user", ME, *more]


class TestInstalling:
    def test_rule_and_service_are_installed_and_an_image_runs_no_commands(
        self, root: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(installing(root)) == 0
        assert files(root) == [str(UNIT_PATH), str(UDEV_RULE_PATH)]
        assert (root / UNIT_PATH).stat().st_mode & 0o777 == 0o644
        out = capsys.readouterr().out
        assert f"write {root / UDEV_RULE_PATH}" in out
        assert "skipped: udevadm control --reload" in out
        assert "skipped: systemctl enable companion.service" in out

    def test_installing_again_changes_nothing(self, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
        main(installing(root))
        before = (root / UNIT_PATH).stat().st_mtime_ns
        service = ServiceUnit(ME, (sys.executable, "-m", "companion", "serve", "--host", "0.0.0.0"))
        again = install.plan_install(root, service, None)
        assert [step for step in again if "usermod" not in str(step) and "install -d" not in str(step)] == []
        main(installing(root))
        assert (root / UNIT_PATH).stat().st_mtime_ns == before

    def test_a_changed_file_is_written_again(self, root: Path) -> None:
        main(installing(root))
        (root / UDEV_RULE_PATH).write_text("# something else\n")
        main(installing(root))
        assert (root / UDEV_RULE_PATH).read_text() == install.udev_rule()

    def test_a_dry_run_prints_the_actions_and_changes_nothing(
        self, root: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(installing(root, "--dry-run")) == 0
        assert not root.exists()
        assert f"would write {root / UDEV_RULE_PATH}" in capsys.readouterr().out

    def test_a_32_bit_system_is_refused_with_a_message(
        self, root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(install, "address_bits", lambda: 32)
        assert main(installing(root)) == 1
        assert "64-bit Raspberry Pi OS" in capsys.readouterr().err
        assert not root.exists()

    def test_a_raspberry_pi_zero_is_refused_with_a_camera_and_accepted_with_the_tower(
        self,
        root: Path,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        named = tmp_path / "model"
        named.write_bytes(b"Raspberry Pi Zero 2 W Rev 1.0\0")
        monkeypatch.setattr(
            install, "explain_insufficient_memory", lambda: explain_insufficient_memory(named)
        )
        assert main(installing(root, "--serve", "--camera picamera --tower auto")) == 1
        assert "Raspberry Pi Zero 2 W" in capsys.readouterr().err
        assert main(installing(root, "--serve", "--tower auto")) == 0

    def test_simplejpeg_is_installed_when_picamera2_needs_another_numpy(
        self,
        root: Path,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        (tmp_path / "picamera2.py").write_text("raise ValueError('numpy.dtype size changed')\n")
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))
        assert main(installing(root, "--dry-run")) == 0
        asked = [line for line in capsys.readouterr().out.splitlines() if "pip install" in line]
        assert len(asked) == 1
        assert f"runuser -u {ME} -- {sys.executable} -m pip install" in asked[0]
        assert asked[0].endswith(" simplejpeg")
        (tmp_path / "picamera2.py").write_text("")
        main(installing(root, "--dry-run"))
        assert "pip install" not in capsys.readouterr().out

    def test_the_udev_rule_can_be_installed_alone(self, root: Path) -> None:
        assert main(installing(root, "--no-service")) == 0
        assert files(root) == [str(UDEV_RULE_PATH)]

    def test_uninstalling_removes_everything(self, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
        main(installing(root))
        assert main(["install", "--root", str(root), "--uninstall"]) == 0
        assert files(root) == []
        assert "skipped: systemctl disable --now companion.service" in capsys.readouterr().out
        assert main(["install", "--root", str(root), "--uninstall"]) == 0
        assert "Nothing to do" in capsys.readouterr().out

    def test_the_user_is_added_to_the_group(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        members: list[str] = []
        group = grp.struct_group(("dialout", "x", 4711, members))
        monkeypatch.setattr(grp, "getgrnam", lambda name: group)
        monkeypatch.setattr(pwd, "getpwnam", lambda name: pwd.struct_passwd((name, "x", 9, 9, "", "/", "")))
        assert CommandRun(("usermod", "-aG", "dialout", "ana")) in install.plan_install(root, None, "ana")
        members.append("ana")
        steps = install.plan_install(root, None, "ana")
        assert not [step for step in steps if isinstance(step, FileChange) and step.text is None]
        assert all(step.words[0] == "udevadm" for step in steps if isinstance(step, CommandRun))


class TestRefusals:
    def test_without_root_the_needed_command_is_printed(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(os, "geteuid", lambda: 1000)
        monkeypatch.setattr(install, "_differs", lambda path, text: True)
        assert main(["install", "--no-service", "--user", ME]) == 1
        command = f"sudo {sys.executable} -m companion install --no-service --user {ME}"
        assert command in capsys.readouterr().err

    def test_root_must_name_a_user(
        self, root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("SUDO_USER", raising=False)
        monkeypatch.setattr(getpass, "getuser", lambda: "root")
        assert main(["install", "--root", str(root)]) == 1
        assert "--user NAME" in capsys.readouterr().err

    def test_an_unknown_user_is_refused(self, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["install", "--root", str(root), "--user", "no-such-user"]) == 1
        assert "no user no-such-user" in capsys.readouterr().err

    def test_an_unwritable_system_is_reported(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / "etc").write_text("a file where a folder belongs")
        assert main(["install", "--root", str(tmp_path), "--user", ME]) == 1
        assert "could not write" in capsys.readouterr().err

    def test_a_failing_command_is_reported(self, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(install.InstallError, match="false"):
            install.execute(CommandRun(("false",)), run_commands=True)
        install.execute(CommandRun(("no-such-command-here",)), run_commands=True)
        assert "doesn't exist here" in capsys.readouterr().out


class TestTheUnit:
    @pytest.fixture
    def unit(self) -> configparser.ConfigParser:
        parser = configparser.ConfigParser(interpolation=None, strict=False)
        parser.optionxform = str  # type: ignore[assignment,method-assign]  # as configparser's manual does
        command = ("/home/ana/my companion/bin/python", "-m", "companion", "serve", "--camera", "100%")
        parser.read_string(install.systemd_unit(ServiceUnit(ME, command)))
        return parser

    def test_the_unit_runs_as_its_user_and_restarts(self, unit: configparser.ConfigParser) -> None:
        service = unit["Service"]
        assert service["User"] == ME
        assert service["ExecStart"] == (
            '"/home/ana/my companion/bin/python" -m companion serve --camera 100%%'
        )
        assert service["Type"] == "notify"
        assert service["Restart"] == "always"
        assert int(service["WatchdogSec"]) >= 30

    def test_the_unit_can_write_only_its_games(self, unit: configparser.ConfigParser) -> None:
        service = unit["Service"]
        assert service["ProtectSystem"] == "strict"
        assert service["ReadWritePaths"] == str(Path(pwd.getpwnam(ME).pw_dir) / ".local/share/companion")
        assert service["CapabilityBoundingSet"] == ""

    def test_the_unit_can_use_the_bluetooth_service(
        self, unit: configparser.ConfigParser, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """BlueZ is reached over the message bus by members of its group."""
        assert "AF_UNIX" in unit["Service"]["RestrictAddressFamilies"].split()
        assert "AF_BLUETOOTH" not in unit["Service"]["RestrictAddressFamilies"]
        monkeypatch.setattr(grp, "getgrall", lambda: [grp.struct_group(("bluetooth", "x", 112, []))])
        assert "SupplementaryGroups=bluetooth\n" in install.systemd_unit(
            ServiceUnit(ME, ("companion", "serve"))
        )

    def test_the_unit_names_only_existing_groups(self, unit: configparser.ConfigParser) -> None:
        for name in unit["Service"]["SupplementaryGroups"].split():
            grp.getgrnam(name)

    @pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")
    def test_systemd_accepts_the_unit(self, root: Path) -> None:
        main(installing(root))
        done = subprocess.run(
            ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", str(root / UNIT_PATH)],
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        assert "companion.service" not in done.stderr

    @pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")
    def test_systemd_rates_the_unit_as_well_hardened(self, tmp_path: Path) -> None:
        unit = tmp_path / UNIT_PATH.name
        unit.write_text(
            install.systemd_unit(ServiceUnit("daemon", (sys.executable, "-m", "companion", "serve")))
        )
        options = ["--offline=true", "--threshold=19", "--no-pager"]
        command = ["systemd-analyze", "security", *options, str(unit)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        if "unrecognized option" in done.stderr:
            pytest.skip("this systemd is older than its offline check")
        assert done.returncode == 0, done.stdout

    def test_the_rule_opens_only_the_devices_of_a_table(self, root: Path) -> None:
        main(installing(root))
        lines = (root / UNIT_PATH).read_text().splitlines()
        allowed = {line.partition("=")[2] for line in lines if line.startswith("DeviceAllow=")}
        assert {"char-video4linux rw", "char-ttyUSB rw", "char-ttyACM rw", "char-gpiochip rw"} <= allowed
        assert "DevicePolicy=closed" in lines


class TestTheRule:
    def test_the_rule_is_numbered_before_the_rules_that_depend_on_it(self) -> None:
        assert "60" < UDEV_RULE_PATH.name[:2] < "73"

    def test_each_line_of_the_rule_has_conditions_and_actions(self) -> None:
        lines = [line for line in install.udev_rule().splitlines() if line and not line.startswith("#")]
        assert any('ENV{ID_MM_DEVICE_IGNORE}="1"' in line for line in lines)
        assert any('GROUP="dialout"' in line and 'TAG+="uaccess"' in line for line in lines)
        for line in lines:
            for part in line.split(", "):
                assert part.count('"') == 2, part

    @pytest.mark.skipif(shutil.which("udevadm") is None, reason="no udev here")
    def test_udev_accepts_the_rule(self, root: Path) -> None:
        main(installing(root, "--no-service"))
        command = ["udevadm", "verify", str(root / UDEV_RULE_PATH)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        if "Unknown command verb" in done.stderr:
            pytest.skip("this udev is older than its verify")
        assert done.returncode == 0, done.stdout + done.stderr


class TestBrltty:
    def rules(self, root: Path, line: str) -> None:
        folder = root / "usr/lib/udev/rules.d"
        folder.mkdir(parents=True)
        (folder / "85-brltty.rules").write_text(f"# Braille terminals\n{line}\n")

    def test_brltty_is_reported_where_it_would_claim_the_port(
        self, root: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.rules(root, 'ENV{PRODUCT}=="1a86/7523/*", ENV{BRLTTY_BRAILLE_DRIVER}="bm"')
        main(installing(root))
        assert "sudo apt remove brltty" in capsys.readouterr().out

    def test_brltty_is_not_reported_where_its_rules_skip_such_adapters(self, root: Path) -> None:
        self.rules(root, '#ENV{PRODUCT}=="1a86/7523/*", ENV{BRLTTY_BRAILLE_DRIVER}="bm"')
        assert install.find_warnings(root) == []
