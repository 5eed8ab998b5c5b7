#!/bin/sh
# Writes a backup of Muster and the list of deleted accounts into a folder, and deletes backups older than 30 days.
# Usage: deploy/backup.sh FOLDER, with the settings of the site in the environment.
set -eu
folder=$1
muster=$(dirname "$0")/..
run() {
    "$muster/.venv/bin/python" "$muster/manage.py" "$@"
}
run backup "$folder/muster-$(date +%F).backup"
run deleted_accounts >"$folder/deleted.new"
mv "$folder/deleted.new" "$folder/deleted"
find "$folder" -name 'muster-*.backup' -mtime +30 -delete
