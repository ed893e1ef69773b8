#!/bin/sh
# Build libcamera with its virtual camera alone, for running the real picamera2 without a Raspberry Pi.
# Usage: build.sh FOLDER   (needs: gcc, apt-get with Debian's keyring, and the packages named below; about 9 minutes)
# Everything lands in FOLDER and is kept: a second call does nothing.
set -eu

folder=$(realpath -m "${1:?say the folder to build in}")
here=$(dirname "$(realpath "$0")")
# The mirror this machine's own packages come from.
# shellcheck disable=SC2016  # apt-get itself fills in $(SITE)
mirror=${DEBIAN_MIRROR:-$(apt-get indextargets --format '$(SITE)' | grep -v security | sed -n 1p)}
python=${PYTHON:-python3.11}
libraries="libcap-dev libyaml-dev libyuv-dev libjpeg-dev libssl-dev libudev-dev libevent-dev"

[ -e "$folder/finished" ] && exit 0
mkdir -p "$folder"
cd "$folder"

for package in $libraries; do
    dpkg -s "$package" >/dev/null 2>&1 || { echo "Please install: apt-get install $libraries" >&2; exit 1; }
done

# The tools and picamera2 itself.
"$python" -m venv venv
venv/bin/pip install --quiet picamera2 opencv-python-headless gpiozero pillow pytest meson ninja jinja2 ply pyyaml pybind11

# libcamera's source, from Debian unstable, without touching this machine's own package lists.
mkdir -p apt/lists/partial apt/archives/partial
: >apt/status
echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror sid main" >apt/sources.list
own="-o Dir::Etc::sourcelist=$folder/apt/sources.list -o Dir::Etc::sourceparts=/dev/null
     -o Dir::State=$folder/apt -o Dir::State::status=$folder/apt/status -o Dir::Cache=$folder/apt -o APT::Sandbox::User=root"
# shellcheck disable=SC2086 # the options are many words
apt-get $own update --quiet
# shellcheck disable=SC2086
apt-get $own source --download-only --quiet libcamera
mkdir -p source
tar --extract --strip-components=1 --directory source --file libcamera_*.orig.tar.*

# The virtual camera and the Python bindings, nothing else.
PATH="$folder/venv/bin:$PATH"
PKG_CONFIG_PATH=$(venv/bin/python -c 'import pybind11, pathlib; print(pathlib.Path(pybind11.__file__).parent / "share/pkgconfig")')
export PATH PKG_CONFIG_PATH
meson setup build source -Dpipelines=virtual -Dipas= -Dpycamera=enabled -Dprefix="$folder/libcamera" -Dbuildtype=plain \
    -Dwerror=false -Dcam=disabled -Dqcam=disabled -Dgstreamer=disabled -Dv4l2=disabled -Dlc-compliance=disabled \
    -Dtest=false -Ddocumentation=disabled -Dtracing=disabled -Dandroid=disabled
ninja -C build -j "${JOBS:-2}" install

gcc -O2 -Wall -shared -fPIC -o buffers.so "$here/buffers.c"
touch "$folder/finished"
