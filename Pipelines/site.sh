#!/usr/bin/env bash
# Writes the pages as a site into .build/site: site.sh MKDOCS
set -euo pipefail
cd "$(dirname "$0")/.."
pages=.build/site-source
rm -rf "$pages"
mkdir -p "$pages"
cp -r docs/. Pipelines/site.css CONTRIBUTING.md CHANGELOG.md SECURITY.md "$pages"
# The pages of the root stand beside those of docs here.
sed -i 's#](docs/#](#g; s#](\.\./#](#g' "$pages"/*.md
sed 's#](docs/#](#g' README.md > "$pages/index.md"
sed -i 's#](README.md#](index.md#g' "$pages"/*.md
"$1" build --strict --quiet
echo ".build/site/index.html"
