#!/usr/bin/env bash
# Makes a container image, as an OCI archive: image.sh EXECUTABLE FOLDER [ROOT]
# It is a minimal Debian with reflector as its entry point. It is made from packages: no registry is asked. ROOT is a
# folder with a Debian that has libpcap; without it debootstrap makes one. Needs buildah, and root.
set -euo pipefail
executable=$1 folder=$2 debian=${3:-}
source=$(cd "$(dirname "$0")/.." && pwd)
stage=$(mktemp -d)
# The store is this script's alone, and its files need no driver of the kernel.
buildah() { command buildah --root "$stage/store" --runroot "$stage/run" --storage-driver vfs "$@"; }
trap 'buildah rm --all &> /dev/null || true; rm -rf --one-file-system "$stage"' EXIT

if [ -n "$debian" ]; then
  cp -a "$debian" "$stage/root"
else
  mirror=$(bash "$source/Pipelines/mirror.sh")
  debootstrap --variant=minbase --include=libpcap0.8 bookworm "$stage/root" ${mirror:+"$mirror"} \
    > /dev/null
fi
bash "$source/Pipelines/prefix.sh" "$executable" "$stage/root/usr"
rm -rf "$stage/root"/var/{cache,lib}/apt "$stage/root"/usr/share/{locale,man}
find "$stage/root/usr/share/doc" ! -type d ! -name copyright -delete

archive=$folder/reflector-image-$(uname -m).tar
container=$(buildah from scratch)
buildah add --quiet "$container" "$stage/root" / > /dev/null
# What does not start here starts nowhere. In a plain chroot it would not find its arguments, which are in /proc.
version=$(buildah run --isolation chroot "$container" -- /usr/bin/reflector --version | cut -d ' ' -f 2)
# Files come from the folder where the image is run.
buildah config --entrypoint '["/usr/bin/reflector"]' --workingdir /work --label "version=$version" "$container"
buildah commit --quiet --timestamp 0 "$container" "oci-archive:$stage/image.tar:reflector:$version" > /dev/null
mkdir -p "$folder"
mv "$stage/image.tar" "$archive"
echo "$archive"
