#!/usr/bin/env bash
# A rehearsal of the move, for CI: copies the old site, checks the copy, imports it from a slow and failing server, and reports
# what the import lost. The site and its key are in MIGRATIONS_BASE_URL, MIGRATIONS_PREFIX and MIGRATIONS_API_KEY.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
lost=$here/lost.txt # known losses
import=${IMPORT:-node "$here/import.js"}

echo "== copy"
migrations pull --files --out ./copy --accept "$lost"

echo "== check"
migrations check --data ./copy --fail-on missing,damaged --accept "$lost"

echo "== import"
migrations serve --data ./copy --fail 503:10 --fail cut:2 --latency 5-50 --seed 1 -- bash -c "$import"

echo "== verify"
report() { migrations verify ./copy "${NEW:-./listing.ndjson}" --accept "$lost" "$@"; }
report --format html > report.html || true # for people; the next line has the exit status
report
