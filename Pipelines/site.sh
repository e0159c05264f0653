#!/usr/bin/env bash
# Writes the pages as a site into .build/site: site.sh MKDOCS API
# API is the folder that api.sh has written.
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
# A file among the pages, so that the list of pages may link to it.
cp -r "$2" "$pages/api"
# --quiet would keep the warnings from --strict too.
"$1" build --strict 2>&1 | sed '/^INFO/d' >&2
echo ".build/site/index.html"
