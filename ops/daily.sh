#!/bin/sh
# Once a day: a backup, the audit, and the figures of both for Prometheus (node_exporter's textfile collector).
# BACKUP_DIR: where backups are kept, 14 of them. TEXTFILE_DIR: where node_exporter looks. The configuration of the
# servers is read from ALMAS_ENV_FILE (/etc/almas.env); a variable that is set already wins.
# The audit runs without a backup to rely on as well. Exit code: 1 when there is none or the figures cannot be written, else the
# audit's (2: not everything was checked).
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
# A second run would take the first one's half-written file away.
exec 9>"$BACKUP_DIR/.lock"
if command -v flock >/dev/null && ! flock -n 9; then
  fail "La sauvegarde est déjà en cours dans $BACKUP_DIR."
fi
rm -f "$BACKUP_DIR"/almas-*.part
# The last backup by its name is the newest one, here and in the documents: one that a clock which was ahead has dated bears another
# name up to its date, whose backup is written that night, and one that was set aside while the clock was behind gets its own name back.
is_later() { [ "$(printf '%s\n' "$1" "$file" | sort | tail -n 1)" != "$file" ]; }
for each in "$BACKUP_DIR"/almas-*.backup.ahead; do
  own=${each%.ahead}
  if [ -e "$each" ] && ! is_later "$own" && [ "$own" != "$file" ] && [ ! -e "$own" ]; then mv "$each" "$own"; fi
done
for each in "$BACKUP_DIR"/almas-*.backup; do
  if [ -e "$each" ] && is_later "$each"; then
    mv "$each" "$each.ahead"
    echo "La sauvegarde $each vient par son nom après ce jour : l’horloge est fausse, ou l’a été. Elle est gardée à part : $each.ahead"
  fi
done
newest=$(ls -1 "$BACKUP_DIR"/almas-*.backup 2>/dev/null | grep -vxF "$file" | tail -n 1)
if [ -z "$newest" ]; then newest=$(ls -1 "$BACKUP_DIR"/almas-*.backup.ahead 2>/dev/null | tail -n 1); fi
failed=0
refused_bytes=0
if [ -e "$file" ]; then
  echo "La sauvegarde de ce jour existe déjà : $file. Une autre : almas backup FICHIER."
# The command refuses a missing database, and ends with 1 when the database holds no account.
elif almas backup "$file" --json >"$figures.part"; then
  bytes=$(figure bytes "$figures.part")
  before=$(if [ -n "$newest" ]; then stat -c %s "$newest"; else echo 0; fi)
  if [ $((bytes * 2)) -lt "$before" ]; then
    rm -f "$BACKUP_DIR"/almas-*.suspect "$figures.part"
    mv "$file" "$file.suspect"
    echo "La sauvegarde compte $bytes octets, moins de la moitié de la précédente ($before). Elle est gardée à part : $file.suspect" >&2
    failed=1
    refused_bytes=$bytes
  else
    mv "$figures.part" "$figures"
  fi
else
  cat "$figures.part"
  rm -f "$file" "$figures.part"
  failed=1
  # A night without a backup accepts none: what was refused before stays refused until a later one is there.
  suspect=$(ls -1 "$BACKUP_DIR"/almas-*.backup.suspect 2>/dev/null | tail -n 1)
  accepted=$(ls -1 "$BACKUP_DIR"/almas-*.backup 2>/dev/null | tail -n 1)
  if [ -n "$suspect" ] && [ "$(printf '%s\n%s.\n' "${suspect%.suspect}" "$accepted" | sort | tail -n 1)" = "${suspect%.suspect}" ]; then
    refused_bytes=$(stat -c %s "$suspect")
  fi
fi
almas audit
audit=$?

# The newest backup that was not refused; none before the first.
if [ "$failed" = 0 ]; then newest=$file; fi
write_figures() {
  {
    if [ -n "$newest" ]; then
      echo "# HELP daily_last_backup_seconds When the newest backup was written"
      echo "daily_last_backup_seconds $(stat -c %Y "$newest")"
      echo "# HELP daily_last_backup_bytes Its size"
      echo "daily_last_backup_bytes $(stat -c %s "$newest")"
    fi
    if [ -e "$figures" ]; then
      echo "# HELP daily_last_backup_rows Its rows"
      echo "daily_last_backup_rows $(figure rows "$figures")"
      echo "# HELP daily_last_backup_accounts Its accounts"
      echo "daily_last_backup_accounts $(figure accounts "$figures")"
    fi
    echo "# HELP daily_refused_backup_bytes The size of the last backup when it was refused for it, else 0"
    echo "daily_refused_backup_bytes $refused_bytes"
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
if [ "$failed" = 1 ]; then exit 1; fi

ls -1 "$BACKUP_DIR"/almas-*.backup | head -n -14 | while read -r old; do rm -- "$old"; done
exit "$audit"
