#!/usr/bin/env bash
# Packs what a bare GPU machine without a network needs to run this checkout (see setup.sh, which unpacks it there):
#   .gl/               Debian packages that NVIDIA's Vulkan driver links to
#   .gpu/pack.tar.xz   node and the packages of a production install, x64 Linux only
# Usage, after `npm ci && npm run build`: scripts/gpu/pack.sh. Carry .gl, .gpu and dist to the machine.
set -euo pipefail
cd "$(dirname "$0")/../.."
most_megabytes=40

# Ignored through the checkout's own list: these folders are of no concern to other checkouts.
exclude=$(git rev-parse --git-path info/exclude)
mkdir -p "$(dirname "$exclude")" .gl .gpu
for folder in .gl .gpu; do
  grep -qxF "/$folder/" "$exclude" 2>/dev/null || echo "/$folder/" >>"$exclude"
done

if ! compgen -G '.gl/*.deb' >/dev/null; then
  apt-get update -qq || true # an old list serves as well
  packages='libvulkan1 libegl1 libglvnd0 libopengl0 libgl1 libglx0 libgles2 libx11-6 libxext6 libxcb1 libxau6 libxdmcp6 libbsd0 libmd0'
  (cd .gl && apt-get download -qq $packages) || echo 'pack: without the Vulkan packages; only CUDA will work there' >&2
fi

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
install -m 755 "$(node -p process.execPath)" "$stage/node"
strip "$stage/node" 2>/dev/null || true

# Left out: what is only needed to build (TypeScript for exports) or where there is no GPU (the software adapter).
npm ls --omit=dev --all --parseable 2>/dev/null | sed 1d | grep -F "$PWD/node_modules/" | sort -u |
  grep -vE '/(ts-morph|@ts-morph|typescript|@sparticuz|@webgpu/types)(/|$)' |
  sed "s|^$PWD/||" >"$stage/list"
tar c --no-recursion -T <(
  while read -r package; do
    # Nested node_modules have lines of their own in the list.
    find "$package" -path "$package/node_modules" -prune -o -type f -print
  done <"$stage/list" | grep -vE '\.(map|d\.[cm]?ts|md|cc|hh)$' | grep -vE '^node_modules/koffi/(doc|vendor)/|/musl_'
) | tar x -C "$stage"
find "$stage/node_modules" -path '*/webgpu/dist/*' -type d ! -name 'linux-x64' -prune -exec rm -rf {} +
rm "$stage/list"

# What was left out must not be missed.
for package in commander eta koffi ml-xgboost simulated-annealing webgpu zod; do
  (cd "$stage" && ./node --input-type=module -e "await import('$package'); process.exit(0)")
done

tar c -C "$stage" . | xz -T0 -4 >.gpu/pack.tar.xz
size=$(($(stat -c %s .gpu/pack.tar.xz) / 1000000))
echo "pack: .gpu/pack.tar.xz $size MB, .gl $(du -sm .gl | cut -f1) MB, dist $(du -sm dist | cut -f1) MB" >&2
if ((size > most_megabytes)); then
  echo "pack: more than $most_megabytes MB; see what grew with: tar tvf .gpu/pack.tar.xz | sort -k3n | tail" >&2
  exit 1
fi
