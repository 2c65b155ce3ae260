#!/bin/sh
# Runs every check on a configuration that needs no manual testing: errors, unreachable parts, scenarios, and the effect of the change
# on applications in progress. Any CI that runs a shell can use it.
#
#   REPORTS    folder for the reports, reports/ by default
#   BASE       revision to compare with, origin/main by default; empty for none
#   BROWSER    1 to run the scenarios on the rendered screens too (needs npm run build and a Chromium)
#   FAIL_ON    classes of changes that need a decision, DRAFT-BREAKING,API-BREAKING by default
set -u

reports=${REPORTS:-reports}
base=${BASE-origin/main}
fail_on=${FAIL_ON:-DRAFT-BREAKING,API-BREAKING}
failed=0

mkdir -p "$reports"

# Every step runs even if one before it failed, so one push reports all errors.
step() {
  echo "== hakbang $*"
  node tools/hakbang.mjs "$@" || failed=1
}

step check --format sarif --output "$reports/check.sarif"
step check --format junit --output "$reports/check.xml"
step explore --format sarif --output "$reports/explore.sarif"

echo "== hakbang test"
node tools/hakbang.mjs test --format junit > "$reports/scenarios.xml" || failed=1

if [ "${BROWSER:-0}" = 1 ]; then
  echo "== hakbang test --browser"
  node tools/hakbang.mjs test --browser --format junit > "$reports/screens.xml" || failed=1
fi

if [ -n "$base" ]; then
  step diff "git:$base" . --output "$reports/diff.txt" --fail-on "$fail_on"
fi

exit $failed
