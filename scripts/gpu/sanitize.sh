#!/usr/bin/env bash
# Runs every seed on two small matrices under compute-sanitizer: memory errors, races in shared memory, misused barriers.
# Usage: scripts/gpu/sanitize.sh [TOOL...]      default: memcheck racecheck synccheck
# Exit status: the number of tools that found something; 77 where there is no compute-sanitizer.
set -uo pipefail
cd "$(dirname "$0")/../.."
sanitizer=$(command -v compute-sanitizer || ls /usr/local/cuda*/bin/compute-sanitizer 2>/dev/null | head -n 1)
if [ -z "$sanitizer" ]; then
  echo 'compute-sanitizer is neither in PATH nor in /usr/local/cuda/bin'
  exit 77
fi
[ $# -eq 0 ] && set -- memcheck racecheck synccheck
failed=0
for tool in "$@"; do
  if output=$("$sanitizer" --tool "$tool" --error-exitcode 9 --target-processes all --print-limit 20 \
    "${NODE:-node}" scripts/gpu/test.mjs --sample 2>&1); then
    echo "$tool: nothing found; $(tail -n 1 <<<"$output")"
  else
    failed=$((failed + 1))
    echo "$tool: FAILED"
    grep -E '^=+|FAILED' <<<"$output" | head -n 60
  fi
done
exit "$failed"
