#!/bin/sh
# Once a day: a backup, the audit, and the figures of both for Prometheus (node_exporter's textfile collector).
# BACKUP_DIR: where backups are kept, 14 of them. TEXTFILE_DIR: where node_exporter looks. The configuration of the
# servers is read from ALMAS_ENV_FILE (/etc/almas.env); a variable that is set already wins.
# Exit code: 1 when there is no backup to rely on or the figures cannot be written, else the audit's (2: not everything was checked).
set -u
# Backups and their figures are for the account of the service alone, also when this is run by hand.
umask 077
cd "$(dirname "$0")/.." || exit 1
fail() {
  echo "$1" >&2
  exit 1
}
if [ -z "${BACKUP_DIR:-}" ] || [ -z "${TEXTFILE_DIR:-}" ]; then
  fail 'Indiquez BACKUP_DIR, le dossier des sauvegardes, et TEXTFILE_DIR, celui des chiffres pour node_exporter.'
fi
if [ ! -d "$BACKUP_DIR" ] || [ ! -w "$BACKUP_DIR" ]; then
  fail "Le dossier $BACKUP_DIR (BACKUP_DIR) n’existe pas, ou ne peut pas être écrit sous ce compte : créez-le pour le compte du service."
fi
almas() { node bin/almas.mjs "$@"; }
figure() { sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p" "$2"; }

file="$BACKUP_DIR/almas-$(TZ=Africa/Algiers date +%F).backup"
figures="$BACKUP_DIR/.last.json"
newest=$(ls -1 "$BACKUP_DIR"/almas-*.backup 2>/dev/null | grep -vxF "$file" | tail -n 1)
# A second run would take the first one's half-written file away.
exec 9>"$BACKUP_DIR/.lock"
if command -v flock >/dev/null && ! flock -n 9; then
  fail "La sauvegarde est déjà en cours dans $BACKUP_DIR."
fi
rm -f "$BACKUP_DIR"/almas-*.part
if [ ! -e "$file" ]; then
  # The command refuses a missing database, and ends with 1 when the database holds no account.
  almas backup "$file" --json >"$figures.part" || { cat "$figures.part"; rm -f "$file" "$figures.part"; exit 1; }
  bytes=$(figure bytes "$figures.part")
  before=$(if [ -n "$newest" ]; then stat -c %s "$newest"; else echo 0; fi)
  if [ $((bytes * 2)) -lt "$before" ]; then
    mv "$file" "$file.suspect"
    rm -f "$figures.part"
    fail "La sauvegarde compte $bytes octets, moins de la moitié de la précédente ($before). Elle est gardée à part : $file.suspect"
  fi
  mv "$figures.part" "$figures"
else
  echo "La sauvegarde de ce jour existe déjà : $file. Une autre : almas backup FICHIER."
fi
almas audit
audit=$?

write_figures() {
  {
    echo "# HELP daily_last_backup_seconds When the newest backup was written"
    echo "daily_last_backup_seconds $(stat -c %Y "$file")"
    echo "# HELP daily_last_backup_bytes Its size"
    echo "daily_last_backup_bytes $(stat -c %s "$file")"
    echo "# HELP daily_last_backup_rows Its rows"
    echo "daily_last_backup_rows $(figure rows "$figures")"
    echo "# HELP daily_last_backup_accounts Its accounts"
    echo "daily_last_backup_accounts $(figure accounts "$figures")"
    echo "# HELP daily_last_audit_seconds When the last audit ended"
    echo "daily_last_audit_seconds $(date +%s)"
    echo "# HELP daily_last_audit_exit_code 0 clean, 1 discrepancies or failed, 2 not everything could be checked"
    echo "daily_last_audit_exit_code $audit"
  } >"$TEXTFILE_DIR/almas.prom.part" &&
    # node_exporter is another account; the unit's UMask keeps backups from it.
    chmod 644 "$TEXTFILE_DIR/almas.prom.part" &&
    # Renamed at the end: node_exporter never reads half a file.
    mv "$TEXTFILE_DIR/almas.prom.part" "$TEXTFILE_DIR/almas.prom"
}
if ! (write_figures) 2>/dev/null; then
  echo "Les chiffres n’ont pas pu être écrits dans $TEXTFILE_DIR : créez ce dossier, ou rendez-le au compte du service." >&2
  audit=1
fi

# This one is kept whatever its name: with a clock that is behind it would be the oldest.
ls -1 "$BACKUP_DIR"/almas-*.backup | grep -vxF "$file" | head -n -13 | while read -r old; do rm -- "$old"; done
exit "$audit"
