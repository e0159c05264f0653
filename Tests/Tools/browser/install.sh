#!/usr/bin/env bash
# Installs Chromium with its driver, and a Python environment that drives it: install.sh FOLDER
# Where that is not possible it prints a message, and the tests of pages skip; with CI=true or
# REFLECTOR_REQUIRE_BROWSER=1 that is a failure.
set -euo pipefail

here=$(dirname "$0")
sudo=$([[ $(id -u) == 0 ]] || echo sudo)

if ! command -v chromium >/dev/null || ! command -v chromedriver >/dev/null; then
  { $sudo env DEBIAN_FRONTEND=noninteractive apt-get -q update &&
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get -qy install --no-install-recommends \
      chromium chromium-driver fonts-dejavu-core; } || {
    echo "no browser: apt gives no chromium and chromium-driver" >&2
    [[ ${CI:-} != true && ${REFLECTOR_REQUIRE_BROWSER:-} != 1 ]]
    exit
  }
fi
exec bash "$here/../../Tools/python-environment.sh" browser "$here/requirements.txt" "$1"
