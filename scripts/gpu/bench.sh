#!/usr/bin/env bash
# A suite run on the GPU machine, in the root of the carried checkout (see setup.sh): appends to $OUT/h200.jsonl and
# ends with a table. Arguments are those of `alphasparse bench`; some come from the environment instead:
#   OUT=/tmp/out BUDGET=10s WEBGPU_BUDGET=4s RESUME=earlier.jsonl STOP_AFTER=540s scripts/gpu/bench.sh matrices gen:stencil5:300
#   NAME=h200    name of the file of results
#   LOGS=1       keep the trial logs, about 2 MB a matrix, in $OUT/trials
#   JOBS=6       so many runs side by side: they take turns on the GPU, and share the matrices
# RESUME names a file of an earlier run, whose matrices are not measured again. WEBGPU_BUDGET=0s leaves WebGPU out.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/gpu/setup.sh
: "${OUT:?the folder for results}"
name=${NAME:-h200}
mkdir -p "$OUT/parts"
options=(--target cuda --budget "${BUDGET:-10s}" --resume)
[ "${WEBGPU_BUDGET:-4s}" != 0s ] && options+=(--webgpu-budget "${WEBGPU_BUDGET:-4s}")
[ -n "${LOGS:-}" ] && options+=(--logs "$OUT/trials")
[ -n "${STOP_AFTER:-}" ] && options+=(--stop-after "$STOP_AFTER")
jobs=${JOBS:-1}
runs=()
for ((job = 1; job <= jobs; job++)); do
  part=$OUT/parts/$name-$job.jsonl
  [ -n "${RESUME:-}" ] && cp "$RESUME" "$part"
  node dist/cli/main.js bench "${options[@]}" --shard "$job/$jobs" --out "$part" "$@" &
  runs+=($!)
done
status=0
for run in "${runs[@]}"; do wait "$run" || status=$?; done
# Records of an earlier run are in every part.
sort -u "$OUT"/parts/"$name"-*.jsonl >"$OUT/$name.jsonl"
node scripts/resultsTable.mjs "$OUT/$name.jsonl"
exit "$status"
