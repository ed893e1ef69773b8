"""The service files and the installer, tried with systemd's own tools in a throw-away root."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

REPOSITORY = Path(__file__).parents[2]
SYSTEMD = REPOSITORY / "systemd"
INSTALL = SYSTEMD / "install.sh"
TOOLS = ("systemd-analyze", "systemd-sysusers", "systemctl")

needs_systemd = pytest.mark.skipif(
    any(shutil.which(tool) is None for tool in TOOLS), reason="systemd's tools are not installed here"
)


def run(*words: str | Path, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=600, **more)


def install(root: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run the installer as it is; pip only takes what lies here, so that no network is needed."""
    alone = {"PIP_NO_DEPS": "1", "PIP_NO_INDEX": "1", "PYTHON": sys._base_executable}
    return run("sh", INSTALL, "--root", root, *options, env=os.environ | alone)


def tree(root: Path) -> set[str]:
    """Every file of a root but what Python itself leaves behind."""
    paths = (str(path.relative_to(root)) for path in root.rglob("*"))
    return {path for path in paths if "__pycache__" not in path and not path.startswith("etc/.pwd")}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    shutil.copytree(
        REPOSITORY,
        source,
        ignore=shutil.ignore_patterns(".*", "tests", "build", "*.egg-info", "__pycache__"),
    )
    done = run(
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        folder,
        source,
    )
    assert done.returncode == 0, done.stderr
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def root(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("root")
    done = install(folder, "--wheel", str(wheel), "--kiosk")
    assert done.returncode == 0, done.stderr
    # What the units lean on, as any Debian has it, and stand-ins for the kiosk's two programs.
    shutil.copytree("/usr/lib/systemd/system", folder / "usr/lib/systemd/system", symlinks=True)
    (folder / "usr/bin").mkdir()
    for program in ("cage", "chromium"):
        shutil.copy("/bin/true", folder / "usr/bin" / program)
    return folder


@needs_systemd
@pytest.mark.parametrize("unit", ["tallytop.service", "tallytop-kiosk.service"])
def test_systemd_has_nothing_to_say_against_the_units(root: Path, unit: str) -> None:
    done = run("systemd-analyze", "verify", f"--root={root}", unit)
    assert done.stderr == "" and done.returncode == 0


@needs_systemd
def test_verify_would_notice_a_misspelt_line(root: Path) -> None:
    wrong = root / "etc/systemd/system/wrong.service"
    wrong.write_text((SYSTEMD / "tallytop.service").read_text().replace("WatchdogSec=", "WachdogSec="))
    assert "WachdogSec" in run("systemd-analyze", "verify", f"--root={root}", "wrong.service").stderr
    wrong.unlink()


@needs_systemd
def test_the_service_is_exposed_to_little() -> None:
    unit = SYSTEMD / "tallytop.service"
    done = run("systemd-analyze", "security", "--offline=true", "--threshold=30", "--no-pager", unit)
    assert done.returncode == 0, done.stdout.splitlines()[-1]


@needs_systemd
def test_the_user_is_in_the_groups_of_camera_pins_and_i2c(root: Path) -> None:
    members = {
        line.split(":")[0]: line.split(":")[3] for line in (root / "etc/group").read_text().splitlines()
    }
    assert all("tallytop" in members[group].split(",") for group in ("video", "gpio", "i2c"))
    user = next(
        line for line in (root / "etc/passwd").read_text().splitlines() if line.startswith("tallytop:")
    )
    assert user.endswith(":/var/lib/tallytop:/usr/sbin/nologin")


@needs_systemd
def test_the_installed_program_runs_and_is_started_with_the_system(root: Path) -> None:
    done = run(root / "opt/tallytop/venv/bin/tallytop", "--help", cwd="/")
    assert done.returncode == 0 and "start" in done.stdout
    unit = (root / "etc/systemd/system/tallytop.service").read_text()
    started = next(line for line in unit.splitlines() if line.startswith("ExecStart=")).split("=")[1].split()
    assert (root / started[0].lstrip("/")).exists() and started[1:] == ["start"]
    assert (root / "etc/systemd/system/multi-user.target.wants/tallytop.service").is_symlink()
    assert (root / "usr/local/bin/tallytop").readlink() == Path("/opt/tallytop/venv/bin/tallytop")


@needs_systemd
def test_pip_is_held_to_the_systems_numpy(root: Path) -> None:
    version = run(sys._base_executable, "-c", "import numpy; print(numpy.__version__)").stdout.strip()
    wanted = [f"numpy=={version}"] if version else []
    if version.startswith("1."):
        wanted.append("opencv-python-headless<4.12")
    assert (root / "opt/tallytop/constraints.txt").read_text().split() == wanted


@needs_systemd
def test_installing_again_changes_nothing_and_uninstalling_leaves_the_games(root: Path, wheel: Path) -> None:
    game = root / "var/lib/tallytop/history.sqlite"
    game.parent.mkdir(parents=True)
    game.write_text("a game")
    before = tree(root)
    assert install(root, "--wheel", str(wheel), "--kiosk").returncode == 0
    assert tree(root) == before
    done = install(root, "--uninstall")
    assert done.returncode == 0 and "still in" in done.stdout
    left = tree(root)
    assert game.read_text() == "a game"
    assert not [path for path in left if "tallytop" in path and not path.startswith("var/lib/tallytop")]
    assert install(root, "--uninstall").returncode == 0, (
        "there is nothing left to take away, and that is fine"
    )
    assert install(root, "--uninstall", "--purge").returncode == 0
    assert not (root / "var/lib/tallytop").exists()


def test_wrong_options_are_answered_in_a_sentence(tmp_path: Path) -> None:
    for options, words in ((["--fast"], "no option --fast"), (["--purge"], "goes with --uninstall")):
        done = install(tmp_path, *options)
        assert done.returncode == 1 and words in done.stderr
    assert "Usage" in run("sh", INSTALL, "--help").stdout


def test_the_shell_scripts_are_clean() -> None:
    if shutil.which("shellcheck") is None:
        pytest.skip("shellcheck is not installed here")
    scripts = [INSTALL, REPOSITORY / "tests/device/virtual_camera/build.sh"]
    done = run("shellcheck", "--format=json", *scripts)
    assert json.loads(done.stdout) == []


def test_the_announcement_names_the_port_of_the_pages() -> None:
    from device.settings import Settings

    group = ElementTree.parse(SYSTEMD / "tallytop.avahi").getroot()
    assert group.findtext("service/type") == "_http._tcp"
    assert group.findtext("service/port") == str(Settings().web.port)
    assert f"localhost:{Settings().web.port}/" in (SYSTEMD / "tallytop-kiosk.service").read_text()
