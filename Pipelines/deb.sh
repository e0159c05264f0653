#!/usr/bin/env bash
# Makes a Debian package: deb.sh EXECUTABLE FOLDER
set -euo pipefail
# What is installed is for every user, whatever the umask of the builder.
umask 022
executable=$1 folder=$2
source=$(cd "$(dirname "$0")/.." && pwd)
architecture=$(dpkg --print-architecture)
version=$("$executable" --version | cut -d ' ' -f 2)
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
chmod 755 "$stage"
mkdir -p "$stage/DEBIAN" "$folder"
bash "$source/Pipelines/prefix.sh" "$executable" "$stage/usr"
gzip -9n "$stage/usr/share/man/man1/reflector.1"
# What captures an interface loads libpcap, which was renamed when time became 64 bits wide.
cat > "$stage/DEBIAN/control" <<CONTROL
Package: reflector
Version: $version
Architecture: $architecture
Maintainer: The reflector project
Section: net
Priority: optional
Installed-Size: $(du -sk "$stage/usr" | cut -f 1)
Depends: libc6 (>= 2.35), libgcc-s1
Recommends: libpcap0.8t64 | libpcap0.8
Description: Virtual Bluetooth Channel Sounding reflector and conformance tester
 Checks whether a phone will range with a Channel Sounding accessory, and shows why.
CONTROL
dpkg-deb --root-owner-group -z"${LEVEL:-6}" --build "$stage" "$folder/reflector_${version}_$architecture.deb" > /dev/null
echo "$folder/reflector_${version}_$architecture.deb"
