#!/usr/bin/env bash
# Shows that two versions write the same octets: every capture, report and figure of the shipped profiles.
#
# usage: same-octets.sh OLD NEW
#
# OLD, NEW    a commit, which is built first, or an executable beside its Profiles
# SCRATCH     where commits are built and outputs lie, .build-same
# SEEDS       the seeds of the checks, "1 2 3"
# RECORDINGS  a folder of recordings to analyze and import too; none
#
# Lists the files that differ. Status 1 if a file for programs differs, 0 if only texts for people do.
set -euo pipefail
[ $# -eq 2 ] || { sed -n '2,${/^#/!q; s/^# \{0,1\}//p}' "$0" >&2; exit 2; }
cd "$(dirname "$0")/../.."
mkdir -p "${SCRATCH:=.build-same}"
scratch=$(cd "$SCRATCH" && pwd)
seeds=${SEEDS:-1 2 3}
recordings=${RECORDINGS:+$(cd "$RECORDINGS" && pwd)}

# The executable of a commit.
built() {
  local commit tree
  commit=$(git rev-parse --verify --quiet "$1^{commit}") || { echo "same-octets.sh: no commit '$1'" >&2; exit 2; }
  tree=$scratch/tree-${commit:0:12}
  mkdir -p "$tree"
  git archive "$commit" | tar -x -C "$tree"
  (cd "$tree" && "${SWIFT:-swift}" build --scratch-path "$tree/.build" -c release \
    -Xswiftc -cross-module-optimization --product reflector) > "$tree.log" 2>&1 || { cat "$tree.log" >&2; exit 2; }
  echo "$tree/.build/release/reflector"
}

executable() { if [ -x "$1" ] && [ ! -d "$1" ]; then realpath "$1"; else built "$1"; fi; }

# Runs a command of the tool; its status is part of what it comes to.
run() {
  local name=$1 status=0
  shift
  "$tool" "$@" > "texts/$name.txt" 2> "texts/$name.err" || status=$?
  echo "$name $status" >> octets/status
  case $1 in check | range) [ "$status" -le 1 ] || [ "$status" -eq 3 ] || { cat "texts/$name.err" >&2; exit 2; } ;; esac
}

# All that a tool writes, in folders octets and texts of the working folder.
write_all() {
  local seed profile kind name
  mkdir -p octets texts
  mapfile -t profiles < <(cd "$profile_folder" && ls -- *.yaml)
  for seed in $seeds; do
    for profile in "${profiles[@]}"; do
      name=check-${profile%.yaml}-$seed
      mkdir -p "octets/$name"
      run "$name" check "${profile%.yaml}" --requirements all --seed "$seed" --pcap --steps \
        --capture "octets/$name" --json "octets/$name/report.json" --junit "octets/$name/report.xml" \
        --sarif "octets/$name/report.sarif" --tap "octets/$name/report.tap" --markdown "texts/$name.md"
    done
  done
  while read -r name; do
    run "fault-$name" check reference --fault "$name" --no-capture --json "octets/fault-$name.json"
  done < <("$tool" list faults | sed -E '1d; s/ .*//')
  for profile in "${profiles[@]}"; do
    for kind in line-of-sight office walking-away; do
      name=range-${profile%.yaml}-$kind
      run "$name" range "${profile%.yaml}" --environment "$kind" --distance 1,7 --procedures 30 \
        --csv "octets/$name.csv" --json "octets/$name.json"
    done
  done
  for kind in android16 nordic-ncs secure-mode-3; do
    run "range-$kind" range nordic-nrf54l15-ras --phone "$kind" --estimator fused --procedures 30 \
      --csv "octets/range-$kind.csv" --json "octets/range-$kind.json"
  done
  [ -z "$recordings" ] || for kind in "$recordings"/*; do
    name=$(basename "$kind")
    run "analyze-$name" analyze "$kind" --json "octets/analyze-$name.json"
    run "import-$name" import "$kind" --out "octets/import-$name.yaml"
  done
}

for side in old new; do
  tool=$(executable "$1")
  shift
  profile_folder=$(dirname "$tool")
  until [ -d "$profile_folder/Profiles/accessories" ]; do
    [ "$profile_folder" != / ] || { echo "same-octets.sh: no Profiles beside $tool or above it" >&2; exit 2; }
    profile_folder=$(dirname "$profile_folder")
  done
  profile_folder=$profile_folder/Profiles/accessories
  rm -rf "${scratch:?}/$side" && mkdir -p "$scratch/$side"
  echo "$side: $tool" >&2
  (cd "$scratch/$side" && write_all && find octets texts -type f -print0 | sort -z | xargs -0 sha256sum > digests)
done

changed=$(diff "$scratch/old/digests" "$scratch/new/digests" | sed -nE 's/^[<>] [0-9a-f]+  //p' | sort -u || true)
octets=$(grep -c '^octets/' <<< "$changed" || true)
texts=$(grep -c '^texts/' <<< "$changed" || true)
[ -z "$changed" ] || echo "$changed"
echo "$(grep -c '  octets/' "$scratch/new/digests") files of octets, $octets differ; $(grep -c '  texts/' "$scratch/new/digests") texts, $texts differ"
[ "$octets" -eq 0 ]
