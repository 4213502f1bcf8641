#!/bin/sh
# What tests want beside Go: `sh internal/setup.sh postgres parallel slurm rpm chromium axe nats`. It installs with
# apt-get where it may, and says what to type where it may not. Where CI is set,
# something that is missing ends it; elsewhere the tests that need it are skipped.
set -eu

# want NAME PACKAGE FILE [INSTEAD]: the package, unless a file of that pattern is there; a file that
# does instead will do where the package cannot be had.
want() {
  for f in $3; do
    if [ -x "$f" ]; then return 0; fi
  done
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "installing $2 for the tests" >&2
    if apt-get install -y -q --no-install-recommends "$2" >/dev/null 2>&1 ||
      { apt-get update -q >/dev/null 2>&1 && apt-get install -y -q --no-install-recommends "$2" >/dev/null 2>&1; }; then
      return 0
    fi
  fi
  if [ -x "${4:-}" ]; then return 0; fi
  echo "$1 is missing: its tests are skipped; type: sudo apt-get install $2" >&2
  [ -z "${CI:-}" ]
}

# axe fetches the accessibility checker of the browser tests (axe-core, MPL-2.0)
# into a cache outside the project, where tests read it: it is never shipped.
axe() {
  dir=${BAUTA_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/bauta-tools}
  if [ -s "$dir/axe.min.js" ]; then return 0; fi
  tmp=$(mktemp -d)
  if command -v npm >/dev/null && (cd "$tmp" && npm pack --silent axe-core@4 >/dev/null 2>&1 && tar -xzf axe-core-*.tgz package/axe.min.js); then
    mkdir -p "$dir"
    mv "$tmp/package/axe.min.js" "$dir/axe.min.js"
    rm -r "$tmp"
    return 0
  fi
  rm -r "$tmp"
  echo "axe-core is missing: its test is skipped; install npm, or put axe.min.js of axe-core 4 into $dir" >&2
  [ -z "${CI:-}" ]
}

for what in "$@"; do
  case $what in
    postgres) want PostgreSQL postgresql '/usr/lib/postgresql/*/bin/initdb' ;;
    parallel) want 'GNU parallel' parallel '/usr/bin/parallel' ;;
    slurm) want Slurm slurm-wlm /usr/sbin/slurmctld ;;
    rpm) want 'rpm' rpm '/usr/bin/rpm' ;;
    chromium) want Chromium chromium-headless-shell '/usr/lib/chromium/chromium-headless-shell' /usr/bin/chromium ;;
    axe) axe ;;
    nats) want 'the NATS server' nats-server '/usr/sbin/nats-server' ;;
    *)
      echo "internal/setup.sh: no $what; there are: postgres parallel slurm rpm chromium axe nats" >&2
      exit 2
      ;;
  esac
done
