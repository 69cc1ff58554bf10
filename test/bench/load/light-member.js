import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';

import { protocols } from './wires.js';

/** Reads of all sockets use the same memory, one after the other. */
const READ = Buffer.allocUnsafe(256 * 1_024);
const END_OF_HANDSHAKE = '\r\n\r\n';
const TEXT_OF_CLIENT = 0x81;
const MASKED = 0x80;
const NO_MASK = Buffer.alloc(4);
/** The name of an event is within this many bytes from the start of a frame. */
const START = 64;

/**
 * One device that keeps nothing of the frames that it reads, so that a generator of many large frames costs less than
 * the server. It knows the protocols that welcome a client with their first frame.
 */
export class LightMember {
  /** Called with the start of each message of the room. @type {() => void} */
  received = () => undefined;
  #socket;
  #wire;
  #roomId;
  /** The bytes of a header or of the start of a frame that have been read. */
  #start = Buffer.alloc(0);
  /** The bytes of the current frame that have not been read. */
  #left = 0;
  #isOpen = false;
  /** @type {() => void} */
  #welcomed = () => undefined;

  /** @param {'parley' | 'bare'} name @param {import('./wires.js').Place} membership */
  constructor(name, membership) {
    this.#wire = protocols[name];
    this.#roomId = membership.roomId;
    const { hostname, port, pathname, search } = new URL(this.#wire.address(membership));
    this.#socket = connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
      onread: {
        buffer: READ,
        callback: (length, bytes) => {
          this.#read(Buffer.from(bytes.buffer, bytes.byteOffset, length));
          return true;
        },
      },
    });
    this.#socket.write(
      `GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}${END_OF_HANDSHAKE}`,
    );
  }

  /**
   * Resolves when the first frame has arrived. @param {'parley' | 'bare'} name @param {import('./wires.js').Place}
   * membership
   */
  static async join(name, membership) {
    const member = new LightMember(name, membership);
    await new Promise((resolve, reject) => {
      member.#welcomed = () => resolve(undefined);
      member.#socket.once('error', reject);
      member.#socket.once('close', () => reject(new Error('The server closed a socket.')));
    });
    return member;
  }

  /** @param {string} content at most 65,535 bytes with its frame */
  send(content) {
    const text = Buffer.from(this.#wire.message(this.#roomId, content));
    const header = Buffer.of(TEXT_OF_CLIENT, MASKED | 126, text.length >> 8, text.length & 0xff);
    this.#socket.write(Buffer.concat([header, NO_MASK, text]));
  }

  vanish() {
    this.#socket.destroy();
  }

  /** @param {Buffer} bytes */
  #read(bytes) {
    let rest = bytes;
    while (rest.length > 0) rest = this.#left > 0 ? this.#skip(rest) : this.#begin(rest);
  }

  /** @param {Buffer} bytes of the current frame, and perhaps of further ones */
  #skip(bytes) {
    const skipped = Math.min(bytes.length, this.#left);
    if (this.#start.length < START) {
      this.#start = Buffer.concat([this.#start, bytes.subarray(0, Math.min(skipped, START - this.#start.length))]);
    }
    this.#left -= skipped;
    if (this.#left === 0) this.#ended();
    return bytes.subarray(skipped);
  }

  #ended() {
    const isMessage = this.#start.includes(this.#wire.mark);
    this.#start = Buffer.alloc(0);
    this.#welcomed();
    if (isMessage) this.received();
  }

  /** @param {Buffer} bytes that begin with a header or a part of one, after those in `#start` */
  #begin(bytes) {
    const all = Buffer.concat([this.#start, bytes]);
    const header = this.#isOpen ? headerOf(all) : handshakeOf(all);
    if (!header) {
      this.#start = all;
      return all.subarray(all.length);
    }
    this.#isOpen = true;
    this.#start = Buffer.alloc(0);
    this.#left = header.payload;
    return all.subarray(header.length);
  }
}

/** @param {Buffer} bytes */
function handshakeOf(bytes) {
  const end = bytes.indexOf(END_OF_HANDSHAKE);
  if (end < 0) return undefined;
  if (!bytes.subarray(0, end).includes('101')) throw new Error(`Refused: ${bytes.toString('latin1', 0, end)}`);
  return { length: end + END_OF_HANDSHAKE.length, payload: 0 };
}

/** The header of an unmasked frame; undefined if it is not complete. @param {Buffer} bytes */
function headerOf(bytes) {
  const short = (bytes[1] ?? 0) & 0x7f;
  const length = short === 127 ? 10 : short === 126 ? 4 : 2;
  if (bytes.length < length) return undefined;
  const payload = length === 10 ? Number(bytes.readBigUInt64BE(2)) : length === 4 ? bytes.readUInt16BE(2) : short;
  return { length, payload };
}
