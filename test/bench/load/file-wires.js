import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

import { fetched } from './http.js';

/**
 * How each contender stores and serves files, by the same HTTP client.
 *
 * @typedef {object} FilePlace
 * @property {keyof typeof fileWires} wire
 * @property {string} url `http://…`
 * @property {string} token
 * @property {string} roomId
 *
 * @typedef {object} Body the bytes of a file
 * @property {string} mimeType
 * @property {Buffer} bytes
 * @property {number} [perSecond] bytes a second with which a Parley is sent them; by default as fast as it takes them
 *
 * @typedef {object} FileWire
 * @property {(place: FilePlace, file: Body, agent: import('node:http').Agent) => Promise<string>} put stores a file;
 *   resolves to its id when it can be read
 * @property {(place: FilePlace, id: string) => { url: string, headers: Record<string, string> }} reading what a reader
 *   requests, besides the range
 * @property {(place: FilePlace, id: string, agent: import('node:http').Agent) => Promise<unknown>} remove
 */

const TUS = { 'Tus-Resumable': '1.0.0' };
const PART_MS = 50;

/** @param {FilePlace} place */
const authorization = ({ token }) => ({ Authorization: `Bearer ${token}` });

/** @type {FileWire} */
const parley = {
  put: async (place, file, agent) => {
    const id = await create(place, file, agent);
    await send(place, id, file, agent);
    return id;
  },
  reading: (place, id) => ({ url: `${place.url}/api/files/${id}`, headers: authorization(place) }),
  remove: (place, id, agent) =>
    fetched(`${place.url}/api/uploads/${id}`, {
      method: 'DELETE',
      headers: { ...authorization(place), ...TUS },
      agent,
    }),
};

/** @type {FileWire} */
const plain = {
  put: async ({ url }, { bytes }, agent) => {
    const id = randomUUID();
    await fetched(`${url}/${id}`, { method: 'PUT', headers: lengthOf(bytes), agent }, bytes);
    return id;
  },
  reading: ({ url }, id) => ({ url: `${url}/${id}`, headers: {} }),
  remove: ({ url }, id, agent) => fetched(`${url}/${id}`, { method: 'DELETE', agent }),
};

export const fileWires = { parley, plain };

/**
 * Creates an upload.
 * @param {FilePlace} place of a Parley
 * @param {Body} file
 * @param {import('node:http').Agent} agent
 * @returns {Promise<string>} its id
 */
async function create(place, { mimeType, bytes }, agent) {
  const fields = { filename: 'file', mime_type: mimeType, size: bytes.length, room_id: place.roomId };
  const body = JSON.stringify(fields);
  const headers = { ...authorization(place), 'Content-Type': 'application/json', ...lengthOf(body) };
  const answer = await fetched(`${place.url}/api/uploads`, { method: 'POST', headers, agent }, body);
  const { upload_id } = /** @type {{ upload_id: string }} */ (JSON.parse(answer.toString()));
  return upload_id;
}

/**
 * Sends the bytes of an upload. Resolves after the check of the file.
 * @param {FilePlace} place of a Parley
 * @param {string} id
 * @param {Body} file
 * @param {import('node:http').Agent} agent
 */
function send(place, id, { bytes, perSecond }, agent) {
  const headers = {
    ...authorization(place),
    ...TUS,
    ...lengthOf(bytes),
    'Content-Type': 'application/offset+octet-stream',
    'Upload-Offset': '0',
  };
  const body = perSecond === undefined ? bytes : Readable.from(paced(bytes, perSecond));
  return fetched(`${place.url}/api/uploads/${id}`, { method: 'PATCH', headers, agent }, body);
}

/** Parts of bytes, as a slow network brings them. @param {Buffer} bytes @param {number} perSecond */
async function* paced(bytes, perSecond) {
  const part = Math.ceil((perSecond * PART_MS) / 1_000);
  const began = performance.now();
  for (let at = 0; at < bytes.length; at += part) {
    yield bytes.subarray(at, at + part);
    await delay(Math.max(0, began + ((at + part) / perSecond) * 1_000 - performance.now()));
  }
}

/** @param {Buffer | string} body */
const lengthOf = (body) => ({ 'Content-Length': String(Buffer.byteLength(body)) });
