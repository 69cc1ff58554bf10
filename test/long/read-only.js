import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes every file system read-only except one folder, and runs a program. */
const SCRIPT = `
set -e
writable=$1
shift
mount --bind "$writable" "$writable"
while read -r _ _ _ _ place _; do
  [ "$place" = "$writable" ] || mount -o remount,bind,ro "$place" 2> /dev/null || true
done < /proc/self/mountinfo
for place in / /tmp /var/tmp "$HOME" "$PWD"; do
  if touch "$place/is-writable" 2> /dev/null; then
    rm "$place/is-writable"
    echo "$place is still writable." >&2
    exit 70
  fi
done
exec "$@"
`;

/** A mount namespace: its mounts are invisible to others. Another user than root becomes root in it. */
const NAMESPACE = ['--mount', ...(process.getuid?.() === 0 ? [] : ['--map-root-user'])];

/**
 * A command that runs another one as `docker run --read-only -v folder:folder` does.
 * @param {string} folder the only writable one
 * @param {string[]} command
 */
export const readOnlyBut = (folder, command) => ['unshare', ...NAMESPACE, 'sh', '-c', SCRIPT, 'sh', folder, ...command];

/** Why this machine cannot do that; undefined if it can. */
export function whyNotReadOnly() {
  const folder = mkdtempSync(join(tmpdir(), 'parley-read-only-'));
  const [program = '', ...parameters] = readOnlyBut(folder, ['true']);
  const { status } = spawnSync(program, parameters, { stdio: 'ignore' });
  rmSync(folder, { recursive: true });
  return status === 0 ? undefined : 'a read-only file system (unshare and mount cannot make one here)';
}
