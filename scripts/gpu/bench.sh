#!/usr/bin/env bash
# A suite run on the GPU machine, in the root of the carried checkout (see setup.sh): appends to $OUT/h200.jsonl and
# ends with a table. Arguments are those of `alphasparse bench`; some come from the environment instead:
#   OUT=/tmp/out BUDGET=10s WEBGPU_BUDGET=4s RESUME=earlier.jsonl STOP_AFTER=540s scripts/gpu/bench.sh matrices gen:stencil5:300
#   NAME=h200    name of the file of results
#   LOGS=1       keep the trial logs, about 2 MB a matrix, in $OUT/trials
# RESUME names a file of an earlier run, whose matrices are not measured again. WEBGPU_BUDGET=0s leaves WebGPU out.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/gpu/setup.sh
: "${OUT:?the folder for results}"
file=$OUT/${NAME:-h200}.jsonl
mkdir -p "$OUT"
[ -n "${RESUME:-}" ] && [ ! -e "$file" ] && cp "$RESUME" "$file"
options=(--target cuda --budget "${BUDGET:-10s}" --out "$file" --resume)
[ "${WEBGPU_BUDGET:-4s}" != 0s ] && options+=(--webgpu-budget "${WEBGPU_BUDGET:-4s}")
[ -n "${LOGS:-}" ] && options+=(--logs "$OUT/trials")
[ -n "${STOP_AFTER:-}" ] && options+=(--stop-after "$STOP_AFTER")
status=0
node dist/cli/main.js bench "${options[@]}" "$@" || status=$?
node scripts/resultsTable.mjs "$file"
exit "$status"
