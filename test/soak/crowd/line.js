import { once } from 'node:events';

import { WebSocket } from 'ws';

/** Without an answer for so long, and with its line still open, somebody was forgotten. */
const PATIENCE_MS = 120_000;

/**
 * @typedef {object} Frame
 * @property {string} [eventType]
 * @property {string} [request_id]
 * @property {Data} [data]
 * @property {{ code: number, request_id?: string }} [error]
 *
 * @typedef {object} Data as much of what is answered as the crowd needs
 * @property {string} [id]
 * @property {number} [seq]
 * @property {{ id: string }} [room]
 * @property {{ id: number }} [sender]
 * @property {{ id: number }} [creator]
 * @property {{ id: number }[]} [participants]
 * @property {boolean} [complete]
 */

/** One WebSocket of a client, which may ask and hears answers. */
export class Line {
  /** Called with every frame that is heard. @type {(frame: Frame) => void} */
  hears = () => undefined;
  /** Resolves with the code of its end. @type {Promise<number>} */
  closed;
  /** Whether this side has ended it. */
  isOurEnd = false;
  #asked = 0;
  /** @type {Map<string, (frame: Frame) => void>} */
  #waiting = new Map();

  /** @param {WebSocket} socket that is open */
  constructor(socket) {
    this.socket = socket;
    this.closed = codeOf(once(socket, 'close'));
    socket.on('message', (/** @type {Buffer} */ text) => {
      const frame = frameOf(text);
      this.hears(frame);
      this.#waiting.get((frame.error ?? frame).request_id ?? '')?.(frame);
    });
  }

  /**
   * Resolves once its first frame is there.
   * @param {string} url `http://…`
   * @param {string} token
   * @param {string} address by which limits count it
   * @throws {Error} where it is closed instead
   */
  static async open(url, token, address) {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/messaging/?token=${token}`, {
      ...{ perMessageDeflate: false, headers: { 'x-forwarded-for': address } },
    });
    const line = new Line(socket);
    socket.on('error', () => undefined);
    const greeted = new Promise((resolve) => {
      line.hears = resolve;
    });
    const ended = line.closed.then((code) => {
      throw new Error(`A socket that should have opened was closed with ${String(code)}.`);
    });
    await Promise.race([greeted, ended]);
    ended.catch(() => undefined);
    line.hears = () => undefined;
    return line;
  }

  get isOpen() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  /**
   * @param {string} eventType
   * @param {object} data
   * @param {(frame: Frame) => boolean} isLast of the answers
   * @returns {Promise<Frame | undefined>} undefined: the line ended first
   * @throws {Error} where there is no answer
   */
  async ask(eventType, data, isLast = () => true) {
    const requestId = String((this.#asked += 1));
    /** @type {NodeJS.Timeout | undefined} */
    let patience;
    try {
      return await Promise.race([
        new Promise((/** @type {(frame: Frame) => void} */ resolve, reject) => {
          patience = setTimeout(() => {
            reject(new Error(`${eventType} was not answered in ${String(PATIENCE_MS / 1_000)} s.`));
          }, PATIENCE_MS);
          this.#waiting.set(requestId, (frame) => {
            if (frame.error || isLast(frame)) resolve(frame);
          });
          this.say(eventType, data, requestId);
        }),
        this.closed.then(() => undefined),
      ]);
    } finally {
      clearTimeout(patience);
      this.#waiting.delete(requestId);
    }
  }

  /** Without listening for an answer. @param {string} eventType @param {object} data @param {string} [requestId] */
  say(eventType, data, requestId) {
    this.socket.send(JSON.stringify({ event_type: eventType, data, request_id: requestId }));
  }

  /** With a farewell. */
  async leave() {
    this.isOurEnd = true;
    this.socket.close();
    await this.closed;
  }

  /** As when a network is gone: without a word. */
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
