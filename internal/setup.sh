#!/bin/sh
# What tests want beside Go: `sh internal/setup.sh postgres`. It installs with
# apt-get where it may, and says what to type where it may not. Where CI is set,
# something that is missing ends it; elsewhere the tests that need it are skipped.
set -eu

# want NAME PACKAGE FILE: the package, unless a file of that pattern is there.
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
  echo "$1 is missing: its tests are skipped; type: sudo apt-get install $2" >&2
  [ -z "${CI:-}" ]
}

for what in "$@"; do
  case $what in
    postgres) want PostgreSQL postgresql '/usr/lib/postgresql/*/bin/initdb' ;;
    *)
      echo "internal/setup.sh: no $what; there is: postgres" >&2
      exit 2
      ;;
  esac
done
