#!/usr/bin/env bash
# Installs libpcap and SQLite unless they are there, asking for root for that alone: libraries.sh run|build
# 'run' is what the executable loads when it starts, 'build' the headers too.
set -euo pipefail
packages=()
case $1 in
  run)
    known=$(ldconfig -p)
    if [[ $known != *libpcap.so.0.8* ]]; then packages+=(libpcap0.8); fi
    if [[ $known != *libsqlite3.so.0* ]]; then packages+=(libsqlite3-0); fi
    ;;
  build)
    if [ ! -e /usr/include/pcap/pcap.h ]; then packages+=(libpcap-dev); fi
    if [ ! -e /usr/include/sqlite3.h ]; then packages+=(libsqlite3-dev); fi
    ;;
  *) echo "libraries.sh: found '$1', expected run or build" >&2; exit 2 ;;
esac
if [ ${#packages[@]} = 0 ]; then exit; fi
root=()
if [ "$(id -u)" != 0 ]; then root=(sudo); fi
export DEBIAN_FRONTEND=noninteractive
"${root[@]}" apt-get -q update
"${root[@]}" apt-get -qy install --no-install-recommends "${packages[@]}"
