import { once } from 'node:events';

import { WebSocket } from 'ws';

import { protocols } from './wires.js';

const ENGINE_IO_PING = '2';
const ENGINE_IO_PONG = '3';

/** One device of a room's member. */
export class Member {
  /** Called with each message of the room. @type {(frame: Buffer) => void} */
  received = () => undefined;
  #socket;
  #wire;
  #roomId;

  /**
   * @param {WebSocket} socket
   * @param {import('./wires.js').Protocol} wire
   * @param {string} roomId
   * @param {Buffer} welcome the frame after which it may send
   */
  constructor(socket, wire, roomId, welcome) {
    this.welcome = welcome;
    this.#socket = socket;
    this.#wire = wire;
    this.#roomId = roomId;
    const { mark } = wire;
    socket.on('message', (/** @type {Buffer} */ frame) => {
      if (frame.includes(mark)) this.received(frame);
      else if (frame.length === 1 && frame.toString() === ENGINE_IO_PING) socket.send(ENGINE_IO_PONG);
    });
  }

  /**
   * Opens a socket. Resolves when the first frame has arrived and it may send.
   * @param {keyof typeof protocols} name
   * @param {import('./wires.js').Place} membership
   */
  static async join(name, membership) {
    const wire = protocols[name];
    const socket = new WebSocket(wire.address(membership), { perMessageDeflate: false, skipUTF8Validation: true });
    const welcome = await new Promise((/** @type {(frame: Buffer) => void} */ resolve, reject) => {
      const ended = (/** @type {number} */ code, /** @type {Buffer} */ reason) => {
        reject(new Error(`The server closed a socket: ${String(code)} ${reason.toString()}`));
      };
      const begin = (/** @type {Buffer} */ frame) => {
        const reply = wire.reply(frame, membership);
        if (reply === undefined) return;
        if (reply !== 'welcome') {
          socket.send(reply);
          return;
        }
        socket.off('message', begin);
        socket.off('close', ended);
        resolve(frame);
      };
      socket.on('error', reject);
      socket.on('close', ended);
      socket.on('message', begin);
    });
    return new Member(socket, wire, membership.roomId, welcome);
  }

  /** @param {string} content */
  send(content) {
    this.#socket.send(this.#wire.message(this.#roomId, content));
  }

  beat() {
    if (this.#wire.beat) this.#socket.send(this.#wire.beat);
  }

  async leave() {
    if (this.#socket.readyState === WebSocket.CLOSED) return;
    const closed = once(this.#socket, 'close');
    this.#socket.close();
    await closed;
  }

  /** Drops the connection, as a lost network does. */
  vanish() {
    this.#socket.terminate();
  }
}
