#!/usr/bin/env bash
# Builds one optimised executable that needs no Swift runtime: SCRATCH/release/reflector
set -euo pipefail
cd "$(dirname "$0")/.."
bash Pipelines/libraries.sh build
"${SWIFT:-swift}" build --scratch-path "${SCRATCH:-.build}" -c release -Xcc -fno-math-errno \
  -Xswiftc -cross-module-optimization -Xswiftc -enforce-exclusivity=unchecked \
  --static-swift-stdlib -Xlinker --no-export-dynamic --product reflector
