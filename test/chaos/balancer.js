import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** Distributes connections over the nodes in turn, each to the next node that accepts it, without affinity. */
export class Balancer {
  /** @type {Set<import('node:net').Socket>} */
  #sockets = new Set();
  #turn = 0;

  /** @param {() => number[]} ports of the running nodes */
  constructor(ports) {
    this.ports = ports;
    this.server = createServer((client) => void this.#carry(client));
  }

  /** @returns {Promise<number>} its own port, on the loopback */
  async listen() {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return /** @type {import('node:net').AddressInfo} */ (this.server.address()).port;
  }

  close() {
    this.server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  /** @param {import('node:net').Socket} client */
  async #carry(client) {
    client.on('error', () => client.destroy());
    const ports = this.ports();
    const first = this.#turn++;
    for (let at = 0; at < ports.length && !client.destroyed; at += 1) {
      const node = await connected(ports[(first + at) % ports.length] ?? 0);
      if (!node) continue;
      this.#join(client, node);
      return;
    }
    client.destroy();
  }

  /** @param {import('node:net').Socket} client @param {import('node:net').Socket} node */
  #join(client, node) {
    if (client.destroyed) {
      node.destroy();
      return;
    }
    for (const [one, other] of /** @type {const} */ ([
      [client, node],
      [node, client],
    ])) {
      this.#sockets.add(one);
      // Bytes before the end are still forwarded.
      one.on('close', (hadError) => {
        this.#sockets.delete(one);
        if (hadError) other.destroy();
        else other.end();
      });
      one.pipe(other);
    }
  }
}

/** @param {number} port @returns {Promise<import('node:net').Socket | undefined>} */
async function connected(port) {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return socket.on('error', () => socket.destroy());
  } catch {
    return undefined;
  }
}
