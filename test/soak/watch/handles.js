import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const ESTABLISHED_OR_ENDING = /^(?!0A$)/; // 0A listens.
const SOCKET = /^socket:\[(\d+)\]$/;
const HEX = 16;

/**
 * @typedef {object} Handles what a process has open
 * @property {number} files descriptors of all kinds, but for those of the other two
 * @property {number} clients connections to its port
 * @property {number} database connections to PostgreSQL
 */

/**
 * As the kernel counts them.
 * @param {number} pid
 * @param {{ port: number, databasePort: number }} ports its own, and that of its database
 * @returns {Handles}
 */
export function handlesOf(pid, { port, databasePort }) {
  const connections = connectionsSeenBy(pid);
  const handles = { files: 0, clients: 0, database: 0 };
  for (const inode of openIn(pid)) {
    const connection = connections.get(inode);
    if (connection?.local === port) handles.clients += 1;
    else if (connection?.remote === databasePort) handles.database += 1;
    else handles.files += 1;
  }
  return handles;
}

/** @param {number} pid @returns the inode of each socket, and an empty text for anything else */
function openIn(pid) {
  const folder = `/proc/${String(pid)}/fd`;
  return readdirSync(folder).flatMap((name) => {
    try {
      return [SOCKET.exec(readlinkSync(`${folder}/${name}`))?.[1] ?? ''];
    } catch {
      return []; // It has been closed meanwhile.
    }
  });
}

/** @param {number} pid @returns the ports of its network's connections over IPv4, by inode */
function connectionsSeenBy(pid) {
  const [, ...lines] = readFileSync(`/proc/${String(pid)}/net/tcp`, 'latin1')
    .trim()
    .split('\n');
  /** @type {Map<string, { local: number, remote: number }>} */
  const connections = new Map();
  for (const line of lines) {
    const [, local = '', remote = '', state = '', , , , , , inode = ''] = line.trim().split(/\s+/);
    if (ESTABLISHED_OR_ENDING.test(state)) connections.set(inode, { local: portOf(local), remote: portOf(remote) });
  }
  return connections;
}

/** @param {string} address `0100007F:1F90` */
const portOf = (address) => Number.parseInt(address.slice(address.indexOf(':') + 1), HEX);
