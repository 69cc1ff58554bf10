import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Kills every process whose working folder is in a folder, after a time in which it may end. Without `/proc` it finds
 * none.
 * @param {string} folder
 * @param {number} timeoutMs the time in which they may end
 * @returns {Promise<string[]>} their command lines
 */
export async function endLeftoverProcesses(folder, timeoutMs = 5_000) {
  for (const deadline = Date.now() + timeoutMs; standingIn(folder).length > 0 && Date.now() < deadline;) {
    await delay(50);
  }
  const leftovers = standingIn(folder);
  for (const { pid } of leftovers) process.kill(pid, 'SIGKILL');
  return leftovers.map(({ pid, command }) => `${String(pid)} ${command}`);
}

/** @param {string} folder */
function standingIn(folder) {
  return processes().flatMap((pid) => {
    try {
      const place = readlinkSync(`/proc/${String(pid)}/cwd`).replace(/ \(deleted\)$/, '');
      if (place !== folder && !place.startsWith(folder + sep)) return [];
      return [{ pid, command: commandOf(pid) }];
    } catch {
      // It has ended, or belongs to another user.
      return [];
    }
  });
}

/** @param {number} pid @returns {string} its command line @throws {Error} if it has ended */
export function commandOf(pid) {
  return readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8')
    .replaceAll('\0', ' ')
    .trim();
}

function processes() {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}
