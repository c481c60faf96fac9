#!/bin/sh
# Once a day, with the environment of a server: a backup, the audit, and both for Prometheus (node_exporter's
# textfile collector). BACKUP_DIR: where backups are kept, 14 of them. TEXTFILE_DIR: where node_exporter looks.
set -u
cd "$(dirname "$0")/.." || exit 1
: "${BACKUP_DIR:?}" "${TEXTFILE_DIR:?}"

file="$BACKUP_DIR/almas-$(date +%F).backup"
rm -f "$file.part"
if [ ! -e "$file" ]; then npm run --silent backup "$file" || exit 1; fi
npm run --silent audit
audit=$?

# Renamed at the end: node_exporter never reads half a file.
{
  echo "daily_last_backup_seconds $(stat -c %Y "$file")"
  echo "daily_last_audit_exit_code $audit"
} >"$TEXTFILE_DIR/almas.prom.part"
mv "$TEXTFILE_DIR/almas.prom.part" "$TEXTFILE_DIR/almas.prom"

ls -1 "$BACKUP_DIR"/almas-*.backup | head -n -14 | while read -r old; do rm -- "$old"; done
exit "$audit"
