#!/bin/sh
# Stands in for systemctl where there is no systemd: it runs current/start.mjs with the settings of the service, and with
# nothing but Node on its path, so that a compiler, npm or a shell that the server needed would be missed.
running() { [ -f "$TRY_FOLDER/pid" ] && kill -0 "$(cat "$TRY_FOLDER/pid")" 2>/dev/null; }

stop() {
  running || return 0
  kill -TERM "$(cat "$TRY_FOLDER/pid")"
  while running; do sleep 0.1; done
}

case $1 in
restart)
  stop
  cd "$PUSHOFF_PLACE/current" || exit 1
  env -i PATH="$TRY_FOLDER/bin" NODE_ENV=production $(cat "$PUSHOFF_SETTINGS") \
    "$TRY_FOLDER/bin/node" start.mjs >>"$TRY_FOLDER/server.log" 2>&1 </dev/null &
  echo $! >"$TRY_FOLDER/pid"
  ;;
stop) stop ;;
is-active) running ;;
esac
