import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes every file system read-only for the program that follows, but for one folder, and runs it in its place. */
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
    echo "$place can still be written." >&2
    exit 70
  fi
done
exec "$@"
`;

/** A namespace of its own: what is mounted there nobody else sees. Whoever is not root becomes so in it. */
const NAMESPACE = ['--mount', ...(process.getuid?.() === 0 ? [] : ['--map-root-user'])];

/**
 * The command that runs another as `docker run --read-only -v folder:folder` would.
 * @param {string} folder the only one that it may write
 * @param {string[]} command
 */
export const readOnlyBut = (folder, command) => [
  ...['unshare', ...NAMESPACE, 'sh', '-c', SCRIPT, 'sh', folder],
  ...command,
];

/** Why this machine cannot do that; undefined where it can. */
export function whyNotReadOnly() {
  const folder = mkdtempSync(join(tmpdir(), 'parley-read-only-'));
  const [program = '', ...parameters] = readOnlyBut(folder, ['true']);
  const { status } = spawnSync(program, parameters, { stdio: 'ignore' });
  rmSync(folder, { recursive: true });
  return status === 0 ? undefined : 'a read-only file system (unshare and mount cannot make one here)';
}
