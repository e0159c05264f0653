#!/usr/bin/env bash
# Lays reflector out below a folder as Unix tools are: prefix.sh EXECUTABLE PREFIX
# The executable works alone; what lies in share is for people and shells.
set -euo pipefail
# What is installed is for every user, whatever the umask of the builder.
umask 022
executable=$1 prefix=$2
source=$(cd "$(dirname "$0")/.." && pwd)
tool=$prefix/bin/reflector share=$prefix/share
install -d "$prefix/bin" "$share/reflector" "$share/man/man1" "$share/bash-completion/completions" \
  "$share/zsh/site-functions" "$share/fish/vendor_completions.d" "$share/doc/reflector"
# In place of a file that may be running.
install -m 755 "$executable" "$tool.new"
strip --strip-all "$tool.new"
bash "$source/Pipelines/embed.sh" "$tool.new"
mv "$tool.new" "$tool"
rm -rf "$share/reflector/Profiles" "$share/reflector/Wireshark"
cp -r "$source/Profiles" "$source/Wireshark" "$share/reflector"
chmod -R a+rX "$share/reflector"
"$tool" --generate-completion-script bash > "$share/bash-completion/completions/reflector"
"$tool" --generate-completion-script zsh > "$share/zsh/site-functions/_reflector"
"$tool" --generate-completion-script fish > "$share/fish/vendor_completions.d/reflector.fish"
"$tool" --experimental-dump-help | python3 "$source/Pipelines/manual.py" > "$share/man/man1/reflector.1"
install -m 644 "$source/README.md" "$source/CHANGELOG.md" "$share/doc/reflector"
