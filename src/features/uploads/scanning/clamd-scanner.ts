import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { addAbortSignal } from 'node:stream';
import type { Readable } from 'node:stream';

import type { ClamdAddress } from './scan.settings.js';
import { blocked, CLEAN, ScanFailed, Scanner, ScannerAway } from './scanner.js';
import type { Verdict } from './scanner.js';

/** Commands and replies that begin with z end with a NUL. */
const COMMAND = Buffer.from('zINSTREAM\0');
const END_OF_REPLY = 0;
const LENGTH_BYTES = 4;
const END_OF_BYTES = Buffer.alloc(LENGTH_BYTES);
const LONGEST_REPLY = 4_096;
const CONNECT_MS = 5_000;

const FOUND = /^stream: (.*) FOUND$/s;

/**
 * clamd of ClamAV, by INSTREAM. The packages on npm for it hold a whole reply and their timeouts end no connection; the
 * protocol is a length before each part, and one line in reply.
 */
export class ClamdScanner extends Scanner {
  override readonly description: string;

  constructor(private readonly address: ClamdAddress) {
    super();
    this.description =
      'path' in address ? `clamd at ${address.path}` : `clamd at ${address.host}:${String(address.port)}`;
  }

  override async scan(bytes: Readable, _size: number, signal: AbortSignal): Promise<Verdict> {
    signal.throwIfAborted();
    const socket = addAbortSignal(signal, connect(this.address));
    socket.setTimeout(CONNECT_MS, () => socket.destroy(new Error('no connection in time')));
    socket.once('connect', () => socket.setTimeout(0));
    const reply = replyOf(socket);
    try {
      // clamd may reply before the last byte, and then closes the connection: only the reply counts.
      return verdictOf(await Promise.race([reply, send(bytes, socket).then(() => reply)]));
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      socket.destroy();
    }
  }
}

/** Sends the bytes, or as many of them as the connection takes. @throws the failure of the bytes */
async function send(bytes: Readable, socket: Socket): Promise<void> {
  socket.write(COMMAND);
  for await (const part of bytes as AsyncIterable<Buffer>) {
    if (part.length === 0) continue;
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(part.length);
    socket.write(length);
    if (!socket.write(part)) await writable(socket);
    if (socket.destroyed) return;
  }
  socket.write(END_OF_BYTES);
}

/** Waits until the connection takes more bytes, or is closed. */
async function writable(socket: Socket): Promise<void> {
  if (socket.destroyed) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      socket.off('drain', done).off('close', done);
      resolve();
    };
    socket.on('drain', done).on('close', done);
  });
}

/** @throws ScannerAway if the connection ends before the end of the reply */
function replyOf(socket: Socket): Promise<string> {
  const reply = new Promise<string>((resolve, reject) => {
    let received = Buffer.alloc(0);
    let failure = 'it has closed the connection';
    socket.on('data', (part: Buffer) => {
      received = Buffer.concat([received, part]);
      const end = received.indexOf(END_OF_REPLY);
      if (end !== -1) resolve(received.toString('utf8', 0, end));
      else if (received.length > LONGEST_REPLY) reject(new ScanFailed('Its reply has no end.'));
    });
    socket.on('error', ({ message }) => {
      failure = message;
    });
    socket.on('close', () => reject(new ScannerAway(failure)));
  });
  // It may be rejected while the bytes fail, whose error is the one that counts.
  reply.catch(() => undefined);
  return reply;
}

function verdictOf(reply: string): Verdict {
  if (reply === 'stream: OK') return CLEAN;
  const [, name] = FOUND.exec(reply) ?? [];
  if (name !== undefined) return blocked(name);
  throw new ScanFailed(`It replies: ${reply.replace(/\p{Cc}/gu, ' ').slice(0, 200)}`);
}
