import { once } from 'node:events';

import { WebSocket } from 'ws';

/** An open connection without an answer for this long is a fault. */
const TIMEOUT_MS = 120_000;

/**
 * @typedef {object} Frame
 * @property {string} [eventType]
 * @property {string} [request_id]
 * @property {Data} [data]
 * @property {{ code: number, request_id?: string }} [error]
 *
 * @typedef {object} Data the fields of answers that the test needs
 * @property {string} [id]
 * @property {number} [seq]
 * @property {{ id: string }} [room]
 * @property {{ id: number }} [sender]
 * @property {{ id: number }} [creator]
 * @property {{ id: number }[]} [participants]
 * @property {boolean} [complete]
 */

/** One WebSocket of a client, with requests and answers. */
export class Connection {
  /** Called with every received frame. @type {(frame: Frame) => void} */
  receive = () => undefined;
  /** Resolves with the close code. @type {Promise<number>} */
  closed;
  /** Whether this side has closed it. */
  isOurEnd = false;
  #asked = 0;
  /** @type {Map<string, (frame: Frame) => void>} */
  #waiting = new Map();

  /** @param {WebSocket} socket open */
  constructor(socket) {
    this.socket = socket;
    this.closed = codeOf(once(socket, 'close'));
    socket.on('message', (/** @type {Buffer} */ text) => {
      const frame = frameOf(text);
      this.receive(frame);
      this.#waiting.get((frame.error ?? frame).request_id ?? '')?.(frame);
    });
  }

  /**
   * Resolves with the first frame.
   * @param {string} url `http://…`
   * @param {string} token
   * @param {string} address the client address for rate limits
   * @throws {Error} if it is closed instead
   */
  static async open(url, token, address) {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/messaging/?token=${token}`, {
      perMessageDeflate: false,
      headers: { 'x-forwarded-for': address },
    });
    const connection = new Connection(socket);
    socket.on('error', () => undefined);
    const greeted = new Promise((resolve) => {
      connection.receive = resolve;
    });
    const ended = connection.closed.then((code) => {
      throw new Error(`A socket was closed during its opening with ${String(code)}.`);
    });
    await Promise.race([greeted, ended]);
    ended.catch(() => undefined);
    connection.receive = () => undefined;
    return connection;
  }

  get isOpen() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  /**
   * @param {string} eventType
   * @param {object} data
   * @param {(frame: Frame) => boolean} isLast of the answers
   * @returns {Promise<Frame | undefined>} undefined: the connection ended first
   * @throws {Error} if there is no answer
   */
  async request(eventType, data, isLast = () => true) {
    const requestId = String((this.#asked += 1));
    /** @type {NodeJS.Timeout | undefined} */
    let timeout;
    try {
      return await Promise.race([
        new Promise((/** @type {(frame: Frame) => void} */ resolve, reject) => {
          timeout = setTimeout(() => {
            reject(new Error(`${eventType} was not answered in ${String(TIMEOUT_MS / 1_000)} s.`));
          }, TIMEOUT_MS);
          this.#waiting.set(requestId, (frame) => {
            if (frame.error || isLast(frame)) resolve(frame);
          });
          this.send(eventType, data, requestId);
        }),
        this.closed.then(() => undefined),
      ]);
    } finally {
      clearTimeout(timeout);
      this.#waiting.delete(requestId);
    }
  }

  /**
   * Sends a request without waiting for its answer.
   * @param {string} eventType
   * @param {object} data
   * @param {string} [requestId]
   */
  send(eventType, data, requestId) {
    this.socket.send(JSON.stringify({ event_type: eventType, data, request_id: requestId }));
  }

  /** Closes the connection. */
  async leave() {
    this.isOurEnd = true;
    this.socket.close();
    await this.closed;
  }

  /** Drops the connection without a close, as a lost network does. */
  async cut() {
    this.isOurEnd = true;
    this.socket.terminate();
    await this.closed;
  }
}

/** @param {Buffer} text */
const frameOf = (text) => /** @type {Frame} */ (json(text.toString()));

/** @param {string} text @returns {unknown} */
const json = (text) => JSON.parse(text);

/** @param {Promise<unknown[]>} closing of a socket */
export const codeOf = async (closing) => Number((await closing)[0]);
