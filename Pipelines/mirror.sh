#!/usr/bin/env bash
# Prints the Debian mirror that apt is set up with here; nothing if no line names one.
set -euo pipefail
sed -nE 's/^(URIs:|deb( \[[^]]*\])?) +(https?:\/\/[^ /]+\/debian\/?)( .*)?$/\3/p' \
  /etc/apt/sources.list /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list 2>/dev/null | head -n 1 || true
