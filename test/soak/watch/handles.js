import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const ESTABLISHED_OR_ENDING = /^(?!0A$)/; // 0A is listening.
const SOCKET = /^socket:\[(\d+)\]$/;
const HEX = 16;

/**
 * @typedef {object} Handles the open handles of a process
 * @property {number} files descriptors of all kinds except the other two
 * @property {number} clients connections to its port
 * @property {number} database connections to PostgreSQL
 */

/**
 * Reads the kernel's tables.
 * @param {number} pid
 * @param {{ port: number, databasePort: number }} ports those of the process and of its database
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
      return []; // It was closed meanwhile.
    }
  });
}

/** @param {number} pid @returns the ports of IPv4 connections, by inode */
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
