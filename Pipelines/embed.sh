#!/usr/bin/env bash
# Puts the files that reflector reads behind the end of an executable, so that it works alone: embed.sh EXECUTABLE
# Sources/Edge/ReflectorCommand/Files/BuiltInFiles.swift reads them.
set -euo pipefail
executable=$(realpath "$1")
data=$(mktemp)
trap 'rm -f "$data"' EXIT
cd "$(dirname "$0")/.."
find Profiles Wireshark -type f | LC_ALL=C sort | while read -r file; do
  printf '%d %s\n' "$(wc -c < "$file")" "$file"
  cat "$file"
done > "$data"
length=$(wc -c < "$data")
{ cat "$data"; printf '\nreflector-data %012d' "$length"; } >> "$executable"
