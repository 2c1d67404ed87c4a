#!/bin/sh
# Installs a release, or moves an installation to it:
#
#     sh upgrade.sh pushoff-0.24.0.tar.gz
#
# The archive's .sha256 lies beside it. The release gets a folder of its own, the database is copied by the release that
# wrote it, and only then does the service change over. A release that does not start is left, and the one before runs
# on. With DATABASE_URL the copy is PostgreSQL's: make it first (docs/guide/operators.md, Backups) and add --backed-up.
set -eu

place=${PUSHOFF_PLACE:-/opt/pushoff}
settings=${PUSHOFF_SETTINGS:-/etc/pushoff.env}
user=${PUSHOFF_USER:-pushoff}
service=${PUSHOFF_SERVICE:-pushoff}
start_seconds=${PUSHOFF_START_SECONDS:-600}

say() { printf '%s\n' "$*"; }
refuse() { say "$*" >&2; exit 1; }

[ $# -ge 1 ] || refuse 'Name the archive: sh upgrade.sh pushoff-0.24.0.tar.gz'
archive=$1
[ -f "$archive" ] || refuse "There is no file $archive."
[ -f "$archive.sha256" ] || refuse "There is no $archive.sha256 to compare the archive with."
digest=$(sha256sum "$archive" | cut -c 1-64)
[ "$digest" = "$(cut -c 1-64 "$archive.sha256")" ] || refuse "$archive is damaged: its digest is another one."

DATA_DIR=/var/lib/pushoff
set -a
[ ! -f "$settings" ] || . "$settings"
set +a
export DATA_DIR
as_user() { if [ "$(id -un)" = "$user" ]; then "$@"; else runuser -u "$user" -- "$@"; fi; }
admin() { (cd "$1" && shift && as_user node admin.mjs "$@"); }
case ${HOST:-127.0.0.1} in *:*) address="[$HOST]:${PORT:-3000}" ;; *) address=${HOST:-127.0.0.1}:${PORT:-3000} ;; esac
health() { node -e "fetch('http://$address/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"; }

# Two archives of one version differ in their digest, so neither overwrites a folder that the service runs from.
name=$(basename "$archive" .tar.gz)-$(printf %s "$digest" | cut -c 1-8)
release=$place/$name
before=$(readlink "$place/current" || true)
[ "$before" != "$name" ] || refuse "$name is the release that runs already."

if [ ! -d "$release" ]; then
  mkdir -p "$place"
  unpacked=$(mktemp -d "$place/.next-XXXXXX")
  trap 'rm -rf "$unpacked"' EXIT
  tar --no-same-owner -xzf "$archive" -C "$unpacked" --strip-components=1
  chmod 755 "$unpacked"
  mv "$unpacked" "$release"
fi

copy=
if [ -n "$before" ] && [ -z "${DATABASE_URL:-}" ]; then
  as_user mkdir -p "$DATA_DIR/backups"
  copy=$DATA_DIR/backups/$(date -u +%Y%m%dT%H%M%SZ)-before-$name.db
  admin "$place/$before" backup "$copy"
elif [ -n "$before" ] && [ "${2:-}" != --backed-up ]; then
  refuse 'Back up PostgreSQL first (docs/guide/operators.md, Backups), then add --backed-up.'
fi

# `ln -f` on a link to a folder would make a link inside of the folder; a rename replaces the link in one step.
point_to() { ln -sfn "$1" "$place/.current" && mv -T "$place/.current" "$place/current"; }

# A migration may take minutes. A service that has ended is not waited for.
change_to() {
  point_to "$1"
  systemctl restart "$service" || return 1
  waited=0
  until health; do
    systemctl is-active --quiet "$service" || return 1
    [ "$waited" -lt "$start_seconds" ] || return 1
    waited=$((waited + 1))
    sleep 1
  done
}

if change_to "$name"; then
  admin "$release" verify
  say "$name runs.${before:+ The release before is kept in $place/$before.}${copy:+ The database as it was: $copy}"
  exit 0
fi

[ -n "$before" ] || refuse "$name does not start: journalctl -u $service says why."
say "$name does not start: journalctl -u $service says why. Back to $before." >&2
if change_to "$before"; then refuse "$before runs again, with all its data."; fi
say "$before does not start on this database either. To put back the copy made before:" >&2
say "    systemctl stop $service" >&2
say "    cd $place/$before && DATA_DIR=$DATA_DIR runuser -u $user -- node admin.mjs restore ${copy:-FILE}" >&2
refuse "    systemctl start $service"
