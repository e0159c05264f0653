#!/usr/bin/env bash
# Throws octets at every decoder. One line a target; status 1 if one of them trapped.
#
# SCRATCH       where to build, .build-fuzz
# SECONDS_EACH  how long each target runs, 20
# RUNS          how many inputs each target gets instead, however long that takes
# TARGETS       the targets to run, all of them
# SANITIZERS    what is built in, fuzzer,address; fuzzer alone is faster and finds traps alone
set -euo pipefail
cd "$(dirname "$0")/../.."
scratch=${SCRATCH:-.build-fuzz}
seconds=${SECONDS_EACH:-20}
runs=${RUNS:-}
mkdir -p "$scratch"
scratch=$(cd "$scratch" && pwd)
binary=$scratch/reflector-fuzz
work=$scratch/work
swift=${SWIFT:-swift}
sanitizers=${SANITIZERS:-fuzzer,address}
# Without these a run that found something does not end, or hides it behind the runtime's own report.
export ASAN_OPTIONS=symbolize=0:detect_leaks=0 SWIFT_BACKTRACE=enable=no

# The package builds its modules as ever, but for the instructions that tell libFuzzer where a run went.
build() {
  local module objects=$scratch/objects maps=()
  for module in LinkLayer HostStack Profiles Dissection SimulationKernel Conformance Reports; do
    "$swift" build --scratch-path "$scratch" -c release -Xswiftc "-sanitize=$sanitizers" \
      --target "$module" > "$scratch/build.log" 2>&1 || { cat "$scratch/build.log"; return 1; }
  done
  local products package
  # SwiftPM names a package after its folder; the name opens what is `package`.
  package=$(basename "$PWD" | tr 'A-Z' 'a-z' | tr -c 'a-z0-9\n' '_' | sed 's,^[0-9],_,')
  products=$("$swift" build --scratch-path "$scratch" -c release --show-bin-path)
  while read -r map; do maps+=(-Xcc "-fmodule-map-file=$map"); done \
    < <(find "$scratch"/checkouts/{Yams,swift-crypto}/Sources -name module.modulemap)
  # A file name in quotes: some packages have names with spaces.
  find "$products" -path '*.build/*.o' ! -path '*-tool.build/*' ! -path '*Tests.build/*' -printf '"%p"\n' > "$objects"
  "${swift}c" -O -swift-version 6 -parse-as-library "-sanitize=$sanitizers" -module-name Fuzz \
    -package-name "$package" \
    -I "$products/Modules" "${maps[@]}" Tests/FuzzTests/*.swift Tests/FuzzTests/Targets/*.swift "@$objects" -lstdc++ \
    -o "$binary" > "$scratch/link.log" 2>&1 || { grep -v 'ld.gold: warning' "$scratch/link.log"; return 1; }
}

targets() { sed -nE 's/.*FuzzTarget\(name: "([a-z0-9-]+)".*/\1/p' Tests/FuzzTests/FuzzTarget.swift; }

# Runs a target on what the corpus, the seeds and earlier runs have, then on what libFuzzer makes of them.
run() {
  local target=$1 log=$work/$1.log found=$scratch/corpus/$1 status=0 folders=()
  mkdir -p "$found"
  for folder in "Tests/FuzzTests/corpus/$target" "$work/seeds/$target"; do
    [ -d "$folder" ] && folders+=("$folder")
  done
  # A count is reached in its own time: a day is for a run that does not end.
  local limit=$((seconds + 180)) extent=-max_total_time=$seconds length=4096 longest=10
  # Whole sessions need room, and a check of one needs time.
  case $target in analysis | import | frame) length=24576 longest=120 ;; esac
  if [ -n "$runs" ]; then limit=86400 extent=-runs=$runs; fi
  FUZZ_TARGET=$target timeout -s KILL "$limit" "$binary" "$extent" -timeout="$longest" \
    -rss_limit_mb=2048 -max_len="$length" -print_final_stats=1 -artifact_prefix="$work/$target." \
    "$found" "${folders[@]}" < /dev/null > "$log" 2>&1 || status=$?
  local executed rate
  executed=$(sed -nE 's/^stat::number_of_executed_units: *//p' "$log")
  rate=$(sed -nE 's/^stat::average_exec_per_sec: *//p' "$log")
  if [ "$status" -eq 0 ]; then
    printf '%-28s %11s runs %8s/s  ok\n' "$target" "$executed" "$rate"
    sed -nE 's/^reached: /  /p' "$log"
    return 0
  fi
  local input
  input=$(sed -nE 's/.*Test unit written to (.*)$/\1/p' "$log" | tail -1)
  printf '%-28s %11s runs %8s/s  FAILED, status %d\n' "$target" "${executed:--}" "${rate:--}" "$status"
  grep -m 1 -E 'Fatal error|precondition|ERROR: ' "$log" | cut -c1-300 | sed 's/^/  /' || true
  printf '  again: FUZZ_TARGET=%s %s %s\n' "$target" "$binary" "${input:-(see $log)}"
  printf '  once mended: keep the input in Tests/FuzzTests/corpus/%s\n' "$target"
  return 1
}

build
mkdir -p "$work"
rm -rf "$work/seeds"
python3 Tests/FuzzTests/seeds.py "$work/seeds"
result=0
for target in ${TARGETS:-$(targets)}; do run "$target" || result=1; done
exit "$result"
