#!/usr/bin/env bash
# Hardware counters of one design on one matrix, by Nsight Compute: where its time goes.
# Usage on the GPU machine: scripts/gpu/profile.sh MATRIX GRAPH        GRAPH as for `alphasparse run --graph`
# Prints a line a counter. Clocks stay as they are. Exit status 77 where there is no ncu.
set -euo pipefail
cd "$(dirname "$0")/../.."
ncu=$(command -v ncu || ls /opt/nvidia/nsight-compute/*/ncu /usr/local/cuda*/bin/ncu 2>/dev/null | head -n 1) || true
if [ -z "$ncu" ]; then
  echo 'ncu is neither in PATH nor where CUDA puts it'
  exit 77
fi
metrics=gpu__time_duration.sum,sm__throughput.avg.pct_of_peak_sustained_elapsed
metrics+=,dram__bytes_read.sum,dram__throughput.avg.pct_of_peak_sustained_elapsed
metrics+=,lts__t_bytes.sum,lts__throughput.avg.pct_of_peak_sustained_elapsed
metrics+=,l1tex__throughput.avg.pct_of_peak_sustained_active,l1tex__t_sector_hit_rate.pct,lts__t_sector_hit_rate.pct
metrics+=,l1tex__data_pipe_lsu_wavefronts_mem_shared.sum,l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum
metrics+=,sm__warps_active.avg.pct_of_peak_sustained_active,launch__waves_per_multiprocessor,launch__registers_per_thread
metrics+=,smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio
metrics+=,smsp__average_warps_issue_stalled_lg_throttle_per_issue_active.ratio
metrics+=,smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio
# The kernel is launched once to be checked; the launches after that are like those which are timed.
"$ncu" --clock-control none --target-processes all --kernel-name 'regex:^spmv_[0-9a-f]+$' \
  --launch-skip 1 --launch-count 1 --metrics "$metrics" --print-units base --csv \
  "${NODE:-node}" dist/cli/main.js run "$1" --target cuda --graph "$2" --repeat 1 2>&1 |
  sed -nE "s|^\"[0-9]+\",.*\"([^\"]*)\",\"([^\"]*)\",\"([^\"]*)\"$|$(basename "$1") $(basename "$2") \1 \3 \2|p"
