#!/usr/bin/env bash
# Installs what the build needs of libpcap and SQLite unless it is there, asking for root for that alone.
set -euo pipefail
packages=()
if [ ! -e /usr/include/pcap/pcap.h ]; then packages+=(libpcap-dev); fi
if [ ! -e /usr/include/sqlite3.h ]; then packages+=(libsqlite3-dev); fi
if [ ${#packages[@]} = 0 ]; then exit; fi
root=()
if [ "$(id -u)" != 0 ]; then root=(sudo); fi
export DEBIAN_FRONTEND=noninteractive
"${root[@]}" apt-get -q update
"${root[@]}" apt-get -qy install --no-install-recommends "${packages[@]}"
