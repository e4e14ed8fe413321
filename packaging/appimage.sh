#!/usr/bin/env bash
# Builds an AppImage of the desk and the engine in target/packages; needs appimagetool in PATH.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --profile dist --package heirloom-cli --package heirloom-desk
root=target/appimage/Heirloom.AppDir
rm -rf "$root"
make --no-print-directory stage STAGE="$root/usr" FROM=target/dist
strip "$root"/usr/bin/*
ln -s usr/bin/heirloom-desk "$root/AppRun"
ln -s usr/share/applications/heirloom-desk.desktop "$root/heirloom-desk.desktop"
ln -s usr/share/icons/hicolor/scalable/apps/heirloom.svg "$root/heirloom.svg"
mkdir -p target/packages
appimagetool "$root" "target/packages/Heirloom-$(uname -m).AppImage"
