#!/usr/bin/env bash
# Installs libpcap unless it is there, asking for root for that alone: libpcap.sh run|build
# 'run' is what the executable loads when it starts, 'build' the headers too.
set -euo pipefail
case $1 in
  run) package=libpcap0.8; if ldconfig -p | grep -qF libpcap.so.0.8; then exit; fi ;;
  build) package=libpcap-dev; if [ -e /usr/include/pcap/pcap.h ]; then exit; fi ;;
  *) echo "libpcap.sh: found '$1', expected run or build" >&2; exit 2 ;;
esac
root=()
if [ "$(id -u)" != 0 ]; then root=(sudo); fi
export DEBIAN_FRONTEND=noninteractive
"${root[@]}" apt-get -q update
"${root[@]}" apt-get -qy install --no-install-recommends "$package"
