#!/usr/bin/env bash
# Puts `reflector` and the folders that it reads into a folder: install.sh FOLDER
# Takes the archive of the release VERSION of the GitHub repository REPOSITORY. Where there is none, it builds the
# source that this script belongs to, if Swift is installed.
set -euo pipefail
folder=$1
source=$(cd "$(dirname "$0")/.." && pwd)
archive=reflector-$(uname -m)-linux.tar.xz
if [ -x "$folder/reflector" ]; then
  echo "reflector is in $folder already"
  exit
fi
if ! command -v gh >/dev/null; then
  echo "found no 'gh', expected GitHub's command line; run the job on an image of GitHub, or install gh first" >&2
  exit 1
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
if gh release download "$VERSION" --repo "$REPOSITORY" --pattern "$archive*" --dir "$scratch"; then
  (cd "$scratch" && sha256sum --check "$archive.sha256")
  mkdir -p "$folder"
  tar -xf "$scratch/$archive" -C "$folder" --strip-components=1
  echo "reflector: release $VERSION of $REPOSITORY"
elif command -v "${SWIFT:-swift}" >/dev/null; then
  echo "reflector: $REPOSITORY has no $archive of $VERSION, so it is built"
  bash "$source/Pipelines/build.sh"
  mkdir -p "$folder"
  cp "$source/${SCRATCH:-.build}/release/reflector" "$folder"
  cp -r "$source/Profiles" "$source/Wireshark" "$folder"
else
  echo "$REPOSITORY has no $archive of $VERSION, and there is no Swift to build it with; name a released version" \
    "in 'uses:', run the job in the image swift:6.3.1, or give the input 'executable'" >&2
  exit 1
fi
