# To be sourced at the start of a command on the GPU machine, in the root of the carried checkout:
#   . scripts/gpu/setup.sh && node scripts/gpu/smoke.mjs
# Unpacks what pack.sh gathered, once a machine, and sets the environment of this shell.
unpacked=/tmp/alphasparse-gpu
if [ ! -x "$unpacked/node" ]; then
  for deb in .gl/*.deb; do
    [ -e "$deb" ] && dpkg -x "$deb" /
  done
  ldconfig
  mkdir -p "$unpacked"
  tar xf .gpu/pack.tar.xz -C "$unpacked"
fi
ln -sfn "$unpacked/node_modules" node_modules
export PATH="$unpacked:$PATH"
export XDG_RUNTIME_DIR=/tmp
export LD_LIBRARY_PATH="/usr/local/nvidia/lib64${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
icd=/usr/local/nvidia/share/vulkan/icd.d/nvidia_icd.json
[ -e "$icd" ] && export VK_DRIVER_FILES=$icd
:
