#!/usr/bin/env bash
# Makes a virtual Python environment with Bumble in a folder, unless it is there: install.sh FOLDER
# Without a package index it says so and goes on, and the tests skip; with CI=true or
# REFLECTOR_REQUIRE_BUMBLE=1 that is a failure.
set -euo pipefail

folder=$1
requirements=$(dirname "$0")/requirements.txt
installed=$folder/installed.txt
sudo=$([[ $(id -u) == 0 ]] || echo sudo)

give_up() {
  if [[ ${CI:-} == true || ${REFLECTOR_REQUIRE_BUMBLE:-} == 1 ]]; then
    echo "no Bumble in $folder: $1" >&2
    exit 1
  fi
  echo "no Bumble in $folder, so the tests with its hosts will be skipped: $1" >&2
  exit 0
}

install_venv() {
  $sudo env DEBIAN_FRONTEND=noninteractive apt-get -q update
  $sudo env DEBIAN_FRONTEND=noninteractive apt-get -qy install --no-install-recommends python3-venv
}

if cmp -s "$requirements" "$installed"; then exit; fi
python3 -m venv --clear "$folder" >/dev/null 2>&1 || {
  install_venv && python3 -m venv --clear "$folder"
} || give_up "python3 -m venv fails, and apt gives no python3-venv"
pip=("$folder/bin/python" -m pip --quiet --disable-pip-version-check)
answer=$("${pip[@]}" install --retries 2 -r "$requirements" 2>&1) ||
  give_up "${answer##*$'\n'}"
cp "$requirements" "$installed"
