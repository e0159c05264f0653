#!/usr/bin/env bash
# Builds one optimised executable that needs glibc and libgcc alone: SCRATCH/release/reflector
set -euo pipefail
cd "$(dirname "$0")/.."
bash Pipelines/libraries.sh
scratch=$(realpath -m "${SCRATCH:-.build}")
# What lies in this folder is linked in; elsewhere the linker prefers what is loaded at every start.
mkdir -p "$scratch/archives"
find /usr/lib -path "*$(uname -m)*" \( -name libsqlite3.a -o -name 'libstdc++.a' \) | sort -V |
  while read -r archive; do ln -sf "$archive" "$scratch/archives"; done
# The runtime looks types up by their names, which takes a quarter of a start, unless there are functions for them. This
# linker leaves out what nothing calls, and with it what glibc 2.35 lacks.
"${SWIFT:-swift}" build --scratch-path "$scratch" -c release -Xcc -fno-math-errno \
  -Xswiftc -cross-module-optimization -Xswiftc -enforce-exclusivity=unchecked \
  -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
  -Xswiftc "-L$scratch/archives" -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic \
  --static-swift-stdlib --product reflector
