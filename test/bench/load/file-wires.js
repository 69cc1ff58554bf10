import { randomUUID } from 'node:crypto';

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
 *
 * @typedef {object} FileWire
 * @property {(place: FilePlace, file: Body, agent: import('node:http').Agent) => Promise<string>} put stores a file;
 *   resolves to its id when it can be read
 * @property {(place: FilePlace, id: string) => { url: string, headers: Record<string, string> }} reading what a reader
 *   requests, besides the range
 * @property {(place: FilePlace, id: string, agent: import('node:http').Agent) => Promise<unknown>} remove
 */

const TUS = { 'Tus-Resumable': '1.0.0' };

/** @param {FilePlace} place */
const authorization = ({ token }) => ({ Authorization: `Bearer ${token}` });

/** @type {FileWire} */
const parley = {
  put: async (place, { mimeType, bytes }, agent) => {
    const id = await create(place, { mimeType, size: bytes.length }, agent);
    await append(place, id, { offset: 0, bytes }, agent);
    return id;
  },
  reading: (place, id) => ({ url: `${place.url}/api/files/${id}`, headers: authorization(place) }),
  remove: (place, id, agent) =>
    fetched(`${place.url}/api/uploads/${id}`, {
      ...{ method: 'DELETE', headers: { ...authorization(place), ...TUS }, agent },
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
 * @param {{ mimeType: string, size: number }} file
 * @param {import('node:http').Agent} agent
 * @returns {Promise<string>} its id
 */
export async function create(place, { mimeType, size }, agent) {
  const body = JSON.stringify({ filename: 'file', mime_type: mimeType, size, room_id: place.roomId });
  const headers = { ...authorization(place), 'Content-Type': 'application/json', ...lengthOf(body) };
  const answer = await fetched(`${place.url}/api/uploads`, { method: 'POST', headers, agent }, body);
  const { upload_id } = /** @type {{ upload_id: string }} */ (JSON.parse(answer.toString()));
  return upload_id;
}

/**
 * Sends a part of an upload. That of the last part resolves after the check of the file.
 * @param {FilePlace} place of a Parley
 * @param {string} id
 * @param {{ offset: number, bytes: Buffer }} part
 * @param {import('node:http').Agent} agent
 */
export const append = (place, id, { offset, bytes }, agent) =>
  fetched(
    `${place.url}/api/uploads/${id}`,
    {
      method: 'PATCH',
      headers: {
        ...{ ...authorization(place), ...TUS, ...lengthOf(bytes) },
        ...{ 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(offset) },
      },
      agent,
    },
    bytes,
  );

/** @param {Buffer | string} body */
const lengthOf = (body) => ({ 'Content-Length': String(Buffer.byteLength(body)) });
