#!/bin/sh
# Install Tallytop on Raspberry Pi OS (Bookworm or Trixie) as a service, or take it away again.
# Running it again repairs or updates; nothing is done twice.
set -eu

usage() {
    cat <<'END'
Usage: sudo systemd/install.sh [OPTIONS]
  --uninstall   take Tallytop away; games and settings in /var/lib/tallytop stay
  --purge       with --uninstall: delete games and settings too
  --display     also install what the small display needs, and switch on I2C
  --kiosk       also show the TV page on this Pi's own screen
  --wheel FILE  install this wheel instead of the folder that this script lies in
  --root DIR    a trial in another root, without apt and without starting anything
END
}

say() { printf '%s\n' "$*"; }
fail() { printf 'install.sh: %s\n' "$*" >&2; exit 1; }

here=$(dirname "$(realpath "$0")")
what=$(dirname "$here")
python=${PYTHON:-/usr/bin/python3}
root='' uninstall=no purge=no display=no kiosk=no

while [ $# -gt 0 ]; do
    case $1 in
        --uninstall) uninstall=yes ;;
        --purge) purge=yes ;;
        --display) display=yes ;;
        --kiosk) kiosk=yes ;;
        --wheel) [ $# -gt 1 ] || fail "--wheel needs a file"; what=$(realpath "$2"); shift ;;
        --root) [ $# -gt 1 ] || fail "--root needs a folder"; root=$(realpath -m "$2"); shift ;;
        -h | --help) usage; exit 0 ;;
        *) usage >&2; fail "there is no option $1" ;;
    esac
    shift
done
[ "$root" = / ] && root=''
[ "$purge" = no ] || [ "$uninstall" = yes ] || fail "--purge goes with --uninstall"
[ -n "$root" ] || [ "$(id -u)" -eq 0 ] || fail "please run it with sudo"

app=$root/opt/tallytop
state=$root/var/lib/tallytop
units=$root/etc/systemd/system
users=$root/usr/lib/sysusers.d
avahi=$root/etc/avahi/services
link=$root/usr/local/bin/tallytop

# systemctl that works on the running system or on a root that lies still.
control() { if [ -n "$root" ]; then systemctl --root="$root" "$@"; else systemctl "$@"; fi; }

uninstall() {
    for unit in tallytop-kiosk.service tallytop.service; do
        [ -e "$units/$unit" ] || continue
        [ -n "$root" ] || systemctl stop "$unit" || true
        control disable --quiet "$unit" || true
        rm -f "$units/$unit"
    done
    rm -f "$users/tallytop.conf" "$users/tallytop-kiosk.conf" "$avahi/tallytop.service" "$link"
    rm -rf "$app"
    if [ "$purge" = yes ]; then
        rm -rf "$state" "$root/var/lib/tallytop-kiosk"
        if [ -z "$root" ]; then
            for user in tallytop tallytop-kiosk; do userdel "$user" 2>/dev/null || true; done
        fi
    fi
    [ -n "$root" ] || systemctl daemon-reload
    say "Tallytop is gone."
    [ ! -d "$state" ] || say "Its games and settings are still in $state; --uninstall --purge deletes them."
}

check_system() {
    # shellcheck source=/dev/null
    codename=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-unknown}")
    case $codename in
        bookworm | trixie) ;;
        *) say "Note: this is $codename; Tallytop is made for Raspberry Pi OS Bookworm and Trixie." ;;
    esac
}

install_packages() {
    packages='python3 python3-venv python3-numpy tesseract-ocr avahi-daemon'
    [ "$display" = no ] || packages="$packages python3-smbus2 i2c-tools"
    [ "$kiosk" = no ] || packages="$packages cage chromium"
    apt-get update --quiet
    # The Pi's own packages are not in plain Debian: without them USB cameras and phones still work.
    for package in python3-picamera2 python3-lgpio; do
        if apt-cache show "$package" >/dev/null 2>&1; then
            packages="$packages $package"
        else
            say "Note: there is no package $package here."
        fi
    done
    # shellcheck disable=SC2086 # many words, one package each
    apt-get install --yes --quiet --no-install-recommends $packages
    if [ "$display" = yes ] && command -v raspi-config >/dev/null; then
        raspi-config nonint do_i2c 0
    fi
}

# The libraries of picamera2 are built against the system's numpy: pip must not bring another one.
write_constraints() {
    numpy=$("$python" -c 'import numpy; print(numpy.__version__)' 2>/dev/null) || numpy=''
    : >"$app/constraints.txt"
    [ -z "$numpy" ] || say "numpy==$numpy" >>"$app/constraints.txt"
    # From 4.12 on OpenCV wants numpy 2.
    case $numpy in 1.*) say 'opencv-python-headless<4.12' >>"$app/constraints.txt" ;; esac
}

install_program() {
    mkdir -p "$app"
    # Both afresh each time: an update of the system may have brought a new Python or numpy.
    "$python" -m venv --system-site-packages "$app/venv"
    write_constraints
    pip="$app/venv/bin/python -m pip --quiet --disable-pip-version-check"
    # shellcheck disable=SC2086 # a command of many words
    $pip install --constraint "$app/constraints.txt" "$what"
    # shellcheck disable=SC2086
    $pip install --constraint "$app/constraints.txt" --force-reinstall --no-deps "$what"
    if [ "$display" = yes ]; then
        # shellcheck disable=SC2086
        $pip install --constraint "$app/constraints.txt" 'RPLCD>=1.4' 'smbus2>=0.5' 'luma.oled>=3.14'
    fi
    mkdir -p "$(dirname "$link")"
    ln -sfn /opt/tallytop/venv/bin/tallytop "$link"
}

install_service() {
    install -D -m 644 "$here/tallytop.sysusers" "$users/tallytop.conf"
    install -D -m 644 "$here/tallytop.service" "$units/tallytop.service"
    install -D -m 644 "$here/tallytop.avahi" "$avahi/tallytop.service"
    if [ "$kiosk" = yes ]; then
        install -D -m 644 "$here/tallytop-kiosk.sysusers" "$users/tallytop-kiosk.conf"
        install -D -m 644 "$here/tallytop-kiosk.service" "$units/tallytop-kiosk.service"
    fi
    for conf in "$users"/tallytop*.conf; do
        systemd-sysusers ${root:+--root="$root"} "$(basename "$conf")"
    done
    control enable --quiet tallytop.service
    [ "$kiosk" = no ] || control enable --quiet tallytop-kiosk.service
}

start() {
    systemctl daemon-reload
    systemctl restart tallytop.service
    [ "$kiosk" = no ] || systemctl restart tallytop-kiosk.service
    say "Tallytop runs: open http://$(hostname).local:8080 on a phone in this network."
    say "If something is amiss: sudo -u tallytop TALLYTOP_HOME=/var/lib/tallytop tallytop doctor"
}

if [ "$uninstall" = yes ]; then
    uninstall
    exit 0
fi
check_system
[ -n "$root" ] || install_packages
install_program
install_service
if [ -n "$root" ]; then say "Tallytop is installed in $root."; else start; fi
