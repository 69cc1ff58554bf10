import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Puts a disk of its own under a folder, with a copy of another in it, and runs the program that follows. */
const SCRIPT = `
set -e
folder=$1
size=$2
template=$3
shift 3
mount -t tmpfs -o "size=$size" tmpfs "$folder"
cp -a "$template/." "$folder"
exec "$@"
`;

/** A namespace of its own: what is mounted there nobody else sees, and it ends with the program. */
const NAMESPACE = ['--mount', ...(process.getuid?.() === 0 ? [] : ['--map-root-user'])];

/**
 * The command that runs another with a small disk.
 * @param {string} folder that lies on it
 * @param {string} size as `mount` takes it: `200m`
 * @param {string} template what is copied there
 * @param {string[]} command
 */
export const onSmallDisk = (folder, size, template, command) => [
  ...['unshare', ...NAMESPACE, 'sh', '-c', SCRIPT, 'sh', folder, size, template],
  ...command,
];

/** A path of the disk, for those outside. @param {number} pid of the program @param {string} path */
export const seenFromOutside = (pid, path) => join(`/proc/${String(pid)}/root`, path);

/** Why this machine has none; undefined where it has. */
export function whyNoSmallDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'parley-small-disk-'));
  const [disk, template] = [join(folder, 'disk'), join(folder, 'template')];
  for (const each of [disk, template]) mkdirSync(each);
  const [program = '', ...parameters] = onSmallDisk(disk, '1m', template, ['true']);
  const { status } = spawnSync(program, parameters, { stdio: 'ignore' });
  rmSync(folder, { recursive: true });
  return status === 0 ? undefined : 'a disk that can be filled (unshare and mount cannot make one here)';
}
