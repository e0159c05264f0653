#!/usr/bin/env bash
# Makes the archive of a release, with its checksum: pack.sh EXECUTABLE FOLDER [FILE...]
# The archive holds the executable, which works alone, the folders that it reads, and any further FILE.
set -euo pipefail
# What is unpacked is for every user, whatever the umask of the builder.
umask 022
executable=$1 folder=$2
shift 2
source=$(cd "$(dirname "$0")/.." && pwd)
name=reflector-$(uname -m)-linux.tar.xz
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
mkdir -p "$folder" "$stage/reflector"
cp "$executable" "$stage/reflector/reflector"
strip --strip-all "$stage/reflector/reflector"
bash "$source/Pipelines/embed.sh" "$stage/reflector/reflector"
cp -r "$source/Profiles" "$source/Wireshark" "$stage/reflector"
if [ $# -gt 0 ]; then cp "$@" "$stage/reflector"; fi
chmod -R a+rX "$stage/reflector"
tar -C "$stage" -cf - reflector | xz -"${LEVEL:-9}" > "$folder/$name"
(cd "$folder" && sha256sum "$name" > "$name.sha256")
echo "$folder/$name"
