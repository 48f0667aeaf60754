# Sets up .venv for ./run, ./test and make; sourced from the project's root (POSIX sh).
#
#   set_up run    what a player needs        set_up dev    and what a developer needs
#
# The first start installs; later ones see from two small files in .venv that nothing has changed.
# An interrupted set-up is repeated by starting again.

set_up() {
    python=$(find_python) || return 1
    made_for="$("$python" -c 'import sys; print(*sys.version.split())') in $PWD"
    wanted=$(cat pyproject.toml constraints/*.txt .ci/setup.sh | cksum)
    is_ready "$1" && return 0
    say "Setting up (once; about a minute, on a Pi a few) ..."
    wait_for_other_set_up
    is_ready "$1" && return 0
    make_venv && install_packages "$1"
}

say() { printf '%s\n' "$*" >&2; }

is_ready() {
    [ "$(cat .venv/made-for 2>/dev/null)" = "$made_for" ] &&
        [ "$(cat ".venv/ready-$1" 2>/dev/null)" = "$wanted" ] && [ ! -e .venv/unfinished ]
}

# Two set-ups at once would spoil each other; the lock ends with this shell.
wait_for_other_set_up() {
    command -v flock >/dev/null || return 0
    exec 9<.ci/setup.sh
    flock -n 9 || { say "Waiting for another set-up to end ..." && flock 9; }
}

find_python() {
    for name in python3 python3.14 python3.13 python3.12 python3.11; do
        if command -v "$name" >/dev/null && "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))'
        then
            echo "$name"
            return 0
        fi
    done
    say "Gyoji needs Python 3.11 or later; install it (Debian 12 or later, Raspberry Pi OS bookworm or later)."
    return 1
}

make_venv() {
    if [ -e .venv ] && { [ -e .venv/unfinished ] || ! venv_fits; }; then
        rm -rf .venv
    fi
    if [ ! -e .venv ]; then
        "$python" -c 'import venv, ensurepip' 2>/dev/null || apt_install python3-venv || return 1
        if on_pi; then
            pi_packages || return 1
            "$python" -m venv --system-site-packages .venv
        else
            "$python" -m venv .venv
        fi || { say "Set-up failed: no virtual environment could be made in $PWD/.venv."; return 1; }
        printf '%s\n' "$made_for" >.venv/made-for
    fi
}

# One made by hand has no made-for; it is kept if its Python works and is the same version.
venv_fits() {
    if [ -e .venv/made-for ]; then
        [ "$(cat .venv/made-for)" = "$made_for" ]
    else
        [ "$(.venv/bin/python -c 'import sys; print(*sys.version.split())' 2>/dev/null) in $PWD" = "$made_for" ] &&
            .venv/bin/python -m pip --version >/dev/null 2>&1 && printf '%s\n' "$made_for" >.venv/made-for
    fi
}

install_packages() {
    what=.
    [ "$1" = dev ] && what='.[dev]'
    touch .venv/unfinished
    # shellcheck disable=SC2046 # one word each, or none
    if ! .venv/bin/python -m pip install --quiet --quiet --disable-pip-version-check \
        $(constraint) --editable "$what"; then
        say "Set-up failed: the packages above could not be installed. Without a network connection, connect and start again."
        return 1
    fi
    check_camera_packages || return 1
    rm .venv/unfinished
    printf '%s\n' "$wanted" >.venv/ready-run
    [ "$1" = run ] || printf '%s\n' "$wanted" >".venv/ready-$1"
}

on_pi() { [ -r /proc/device-tree/model ] && grep -q 'Raspberry Pi' /proc/device-tree/model; }

release() { (. /etc/os-release && echo "${VERSION_CODENAME:-}"); }

constraint() {
    if on_pi && [ -e "constraints/$(release).txt" ]; then
        echo "--constraint=constraints/$(release).txt"
    fi
}

# The camera's packages exist for the system's Python only, and in Raspberry Pi OS only.
pi_packages() {
    "$python" -c 'import picamera2, lgpio' 2>/dev/null && return 0
    as_root apt-get update -qq >/dev/null || return 1
    if ! apt-cache show python3-picamera2 >/dev/null 2>&1; then
        say "This system has no package python3-picamera2 (Raspberry Pi OS has): going on without the Pi's own camera."
        return 0
    fi
    apt_install python3-picamera2 python3-lgpio
}

# numpy from pip and picamera2 from apt must fit: only importing them together shows it.
check_camera_packages() {
    on_pi && "$python" -c 'import picamera2' 2>/dev/null || return 0
    .venv/bin/python -c 'import cv2, simplejpeg, picamera2' >/dev/null || {
        say "Set-up failed: OpenCV, simplejpeg and picamera2 do not work together (see above)."
        return 1
    }
}

apt_install() {
    if ! command -v apt-get >/dev/null; then
        say "Set-up needs the system packages $*; this system has no apt-get, so install them by hand."
        return 1
    fi
    if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
        say "Set-up needs system packages. As administrator: apt-get install $*   Then start again."
        return 1
    fi
    say "Installing system packages: $*"
    as_root apt-get update -qq >/dev/null &&
        as_root env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -qq --no-install-recommends "$@" >/dev/null || {
        say "Set-up failed: apt-get could not install $*. Without a network connection, connect and start again."
        return 1
    }
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        say "With sudo, which may ask for your password: $*"
        sudo "$@"
    fi
}
