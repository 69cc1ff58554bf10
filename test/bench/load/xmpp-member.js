import { once } from 'node:events';
import { connect } from 'node:net';

const STREAM = `<stream:stream to='localhost' version='1.0' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>`;
const BIND = `<iq type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>`;
const BODY = '<body>';

/** A member of a group chat of XMPP (XEP-0045) over TCP, with the interface of `Member`. */
export class XmppMember {
  /** Called with each message of the room: a chunk of the stream. @type {(chunk: Buffer) => void} */
  received = () => undefined;
  /** XMPP has no frame after which a client may send. */
  welcome = Buffer.alloc(0);
  #socket;
  #room;

  /** @param {import('node:net').Socket} socket @param {string} room its address */
  constructor(socket, room) {
    this.#socket = socket;
    this.#room = room;
    socket.on('data', (chunk) => {
      if (chunk.includes(BODY)) this.received(chunk);
    });
  }

  /**
   * Logs in, and enters the room.
   * @param {import('./wires.js').Place} membership its token is `name:password`
   */
  static async join({ url, roomId, token }) {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.setNoDelay(true);
    await once(socket, 'connect');
    const [name = '', password = ''] = token.split(':');
    const room = `${roomId}@conference.localhost`;
    const secret = Buffer.from(`\0${name}\0${password}`).toString('base64');
    const steps = [
      { send: STREAM, until: '</stream:features>' },
      {
        send: `<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>${secret}</auth>`,
        until: '<success',
      },
      { send: STREAM, until: '</stream:features>' },
      { send: BIND, until: `type='result'` },
      {
        send: `<presence to='${room}/${name}'><x xmlns='http://jabber.org/protocol/muc'><history maxstanzas='0'/></x></presence>`,
        until: `code='110'`,
      },
    ];
    for (const { send, until } of steps) await answered(socket, send, until);
    return new XmppMember(socket, room);
  }

  /** @param {string} content without characters that XML escapes */
  send(content) {
    this.#socket.write(`<message type='groupchat' to='${this.#room}'><body>${content}</body></message>`);
  }

  beat() {
    this.#socket.write(' ');
  }

  async leave() {
    if (this.#socket.destroyed) return;
    const closed = once(this.#socket, 'close');
    this.#socket.end('</stream:stream>');
    this.#socket.resume();
    await closed;
  }

  vanish() {
    this.#socket.destroy();
  }
}

/**
 * @param {import('node:net').Socket} socket
 * @param {string} text
 * @param {string} until a text of the last answer
 */
async function answered(socket, text, until) {
  let answer = '';
  const done = new Promise((/** @type {(value?: undefined) => void} */ resolve, reject) => {
    const read = (/** @type {Buffer} */ chunk) => {
      answer += chunk.toString();
      if (!answer.includes(until)) return;
      socket.off('data', read);
      socket.off('close', fail);
      resolve();
    };
    const fail = () => reject(new Error(`The server closed a stream: ${answer}`));
    socket.on('data', read);
    socket.once('close', fail);
    socket.once('error', reject);
  });
  socket.write(text);
  await done;
}
