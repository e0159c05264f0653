#!/usr/bin/env bash
# Writes the pages of the library products for a site: api.sh BUILT FOLDER [SITE_PATH]
# BUILT is the folder of a build (.build/debug). SITE_PATH is where the site stands on its host, the root unless given.
# The pages have their own addresses in them: they stand in 'api' of the site.
set -euo pipefail
built=$(realpath "$1") folder=$2 path=${3:+$3/}api
source=$(cd "$(dirname "$0")/.." && pwd)
# The compiler's own tools, whichever others there are: no others read its modules.
PATH=$(dirname "$(realpath "$(command -v "${SWIFT:-swift}")")"):$PATH
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT

# The modules of the build need those of C, which stay with the packages they come from.
headers=()
for map in "$built"/../../checkouts/*/Sources/*/include/module.modulemap; do
  headers+=(-Xcc "-I$(dirname "$map")")
done
# The products for Linux have the same symbols under Apple's names.
for product in VirtualPhone VirtualCoreBluetooth VirtualAccessorySetupKit; do
  mkdir "$stage/$product"
  swift-symbolgraph-extract -module-name "$product" -I "$built/Modules" "${headers[@]}" \
    -target "$(basename "$(dirname "$built")")" -minimum-access-level public -skip-synthesized-members \
    -output-dir "$stage/$product"
  # Not with --experimental-transform-for-static-hosting-with-content: docc 6.3 then crashes in some runs.
  docc convert "$source/Sources/Edge/$product/$product.docc" --additional-symbol-graph-dir "$stage/$product" \
    --fallback-bundle-identifier "reflector.$product" --fallback-default-module-kind "Library product" \
    --hosting-base-path "$path" --warnings-as-errors --output-path "$stage/$product.doccarchive" | sed '/^$/d' >&2
done
rm -rf "$folder"
docc merge "$stage"/*.doccarchive --synthesized-landing-page-name "Library products" \
  --synthesized-landing-page-kind reflector --synthesized-landing-page-topics-style list --output-path "$folder" |
  sed '/^$/d' >&2
# docc leaves the start to the host.
echo '<!doctype html><title>reflector</title><meta http-equiv="refresh" content="0; url=documentation/">' \
  > "$folder/index.html"
