import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Mounts a disk on a folder, copies another folder to it, and runs a program. */
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

/** A mount namespace: the mount is invisible to others, and ends with the program. */
const NAMESPACE = ['--mount', ...(process.getuid?.() === 0 ? [] : ['--map-root-user'])];

/**
 * A command that runs another one with a small disk.
 * @param {string} folder the mount point
 * @param {string} size as for `mount`: `200m`
 * @param {string} template the folder to copy
 * @param {string[]} command
 */
export const onSmallDisk = (folder, size, template, command) => [
  'unshare',
  ...NAMESPACE,
  'sh',
  '-c',
  SCRIPT,
  'sh',
  folder,
  size,
  template,
  ...command,
];

/** A path on the disk, as seen from outside the namespace. @param {number} pid of the program @param {string} path */
export const seenFromOutside = (pid, path) => join(`/proc/${String(pid)}/root`, path);

/** Why this machine cannot mount a small disk; undefined if it can. */
export function whyNoSmallDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'parley-small-disk-'));
  const [disk, template] = [join(folder, 'disk'), join(folder, 'template')];
  for (const each of [disk, template]) mkdirSync(each);
  const [program = '', ...parameters] = onSmallDisk(disk, '1m', template, ['true']);
  const { status } = spawnSync(program, parameters, { stdio: 'ignore' });
  rmSync(folder, { recursive: true });
  return status === 0 ? undefined : 'a disk that can be filled (unshare and mount cannot make one here)';
}
