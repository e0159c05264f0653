#!/usr/bin/env bash
# Runs container images with podman, for tests: container.sh COMMAND
#   install                        installs podman if this is root, with apt
#   can                            succeeds where this machine can run a container
#   run ARCHIVE FOLDER [WORD ...]  runs the image of an OCI archive with WORDs as arguments, and FOLDER at /work
# Needs root. Images and containers are gone at the end.
set -euo pipefail
command=$1
stage=
trap '[ -z "$stage" ] || rm -rf --one-file-system "$stage"' EXIT

# With a store that is this script's alone, whose files need no driver of the kernel.
podman() {
  command podman --root "$stage/store" --runroot "$stage/run" --storage-driver vfs --cgroup-manager cgroupfs "$@"
}

# Without a network and cgroups, which the machine may not give. Limits of its own may be higher than allowed here.
container() {
  podman run --rm --cgroups=disabled --network=none --ulimit nofile=1024:1024 --ulimit nproc=4096:4096 "$@"
}

# In a mount namespace of its own nothing stays mounted. crun refuses a cgroup v2 beside those of v1.
if [ "$command" != install ] && [ -z "${REFLECTOR_CONTAINER:-}" ]; then
  type -P podman > /dev/null || { echo "no podman" >&2; exit 1; }
  REFLECTOR_CONTAINER=1 exec unshare --mount bash "$0" "$@"
fi

case $command in
  install)
    if type -P podman > /dev/null; then exit; fi
    if [ "$(id -u)" != 0 ]; then
      echo "no podman, so the test of a container will be skipped: only root can install it" >&2
      exit
    fi
    export DEBIAN_FRONTEND=noninteractive
    apt-get -q update
    apt-get -qy install --no-install-recommends podman crun
    ;;
  can | run)
    if mountpoint -q /sys/fs/cgroup/unified; then umount /sys/fs/cgroup/unified; fi
    stage=$(mktemp -d)
    if [ "$command" = can ]; then
      mkdir -p "$stage/root/usr"
      for name in bin lib lib64; do ln -s "usr/$name" "$stage/root/$name"; done
      container --volume /usr:/usr:ro --rootfs "$stage/root" /usr/bin/true
    else
      archive=$2 folder=$3
      shift 3
      image=$(podman load --quiet --input "$archive")
      container --volume "$folder:/work" "${image##*: }" "$@"
    fi
    ;;
  *) echo "container.sh: found '$command', expected install, can or run" >&2; exit 2 ;;
esac
