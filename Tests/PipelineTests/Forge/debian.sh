#!/usr/bin/env bash
# Makes a bare Debian in a folder, unless it is there: debian.sh FOLDER
# It is what a container of the image debian:12-slim has, and in /mirror the packages that pipelines install, so that
# the tests need no network. Where it cannot be made, the script prints why, and the tests skip; with
# REFLECTOR_REQUIRE_DEBIAN=1 that is a failure.
set -euo pipefail

folder=$1
recipe=$(sha256sum "$0" | cut -d ' ' -f 1)
packages=(ca-certificates curl jq xz-utils)

give_up() {
  if [[ ${REFLECTOR_REQUIRE_DEBIAN:-} == 1 ]]; then
    echo "no Debian in $folder: $1" >&2
    exit 1
  fi
  echo "no Debian in $folder, so the tests of the pipelines will be skipped: $1" >&2
  exit 0
}

export DEBIAN_FRONTEND=noninteractive
# Makes the container image of a release.
if [[ $(id -u) == 0 ]] && ! command -v buildah >/dev/null; then
  { apt-get -q update && apt-get -qy install --no-install-recommends buildah; } ||
    [[ ${REFLECTOR_REQUIRE_DEBIAN:-} != 1 ]] || give_up "apt gives no buildah"
fi
if [[ -f $folder.made && $(cat "$folder.made") == "$recipe" ]]; then exit; fi
[[ $(id -u) == 0 ]] || give_up "only root can change into it"
unshare --mount --pid --net --fork true 2>/dev/null || give_up "this machine makes no namespaces"
if ! command -v debootstrap >/dev/null; then
  { apt-get -q update && apt-get -qy install --no-install-recommends debootstrap debian-archive-keyring; } ||
    give_up "apt gives no debootstrap"
fi
mirror=$(bash "$(dirname "$0")/../../../Pipelines/mirror.sh")
rm -rf "$folder" "$folder.made"
mkdir -p "$folder"
answer=$(debootstrap --variant=minbase bookworm "$folder" ${mirror:+"$mirror"} 2>&1) ||
  give_up "debootstrap: ${answer##*$'\n'}"

# In a mount namespace of its own nothing stays mounted.
answer=$(unshare --mount --pid --fork bash -euc '
  mount -t proc proc "$0/proc"
  rm -f "$0"/var/cache/apt/archives/*.deb
  chroot "$0" apt-get -qy install --download-only --no-install-recommends "$@"
  mkdir -p "$0/mirror"
  mv "$0"/var/cache/apt/archives/*.deb "$0/mirror"
  cd "$0/mirror"
  # Certificates take minutes to hash on a busy machine, and nothing here asks a server for its own.
  rm -f ca-certificates_*.deb openssl_*.deb
  mkdir -p empty/DEBIAN
  printf "%s\n" "Package: ca-certificates" "Version: 20230311" "Architecture: all" \
    "Maintainer: nobody <nobody@example.com>" "Description: stands in for certificates" > empty/DEBIAN/control
  dpkg-deb --build empty ca-certificates_20230311_all.deb
  rm -r empty
  for package in *.deb; do
    dpkg-deb -f "$package"
    echo "Filename: ./$package"
    echo "Size: $(stat -c %s "$package")"
    echo "SHA256: $(sha256sum "$package" | cut -d " " -f 1)"
    echo
  done > Packages
  rm -rf "$0"/var/lib/apt/lists/* "$0"/usr/share/{doc,locale,man}
  echo "deb [trusted=yes] file:/mirror ./" > "$0/etc/apt/sources.list"
  # As the image has it.
  echo force-unsafe-io > "$0/etc/dpkg/dpkg.cfg.d/docker-apt-speedup"
' "$folder" "${packages[@]}" 2>&1) || give_up "apt-get in $folder: ${answer##*$'\n'}"
echo "$recipe" > "$folder.made"
