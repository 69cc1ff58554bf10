#!/bin/sh
# Creates the database of Parley and its user. Patroni runs this once, with the address of the new server.
set -eu
psql "$1" --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --set=password="$PARLEY_PASSWORD" <<'END'
CREATE ROLE parley LOGIN PASSWORD :'password';
CREATE DATABASE parley OWNER parley;
END
