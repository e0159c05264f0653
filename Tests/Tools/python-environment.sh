#!/usr/bin/env bash
# Makes a virtual Python environment in a folder, unless it is there: python-environment.sh NAME REQUIREMENTS FOLDER
# Without a package index it prints a message, and the tests that need NAME skip; with CI=true or
# REFLECTOR_REQUIRE_NAME=1 (in capitals) that is a failure.
set -euo pipefail

name=$1
requirements=$2
folder=$3
required=REFLECTOR_REQUIRE_${name^^}
installed=$folder/installed.txt
sudo=$([[ $(id -u) == 0 ]] || echo sudo)

give_up() {
  if [[ ${CI:-} == true || ${!required:-} == 1 ]]; then
    echo "no $name in $folder: $1" >&2
    exit 1
  fi
  echo "no $name in $folder, so the tests that need it are skipped: $1" >&2
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
