import { once } from 'node:events';
import { createServer } from 'node:http';

import { WebSocketServer } from 'ws';

import { Arrivals } from './arrivals.js';

/**
 * @typedef {object} Handshake
 * @property {number} at in milliseconds
 * @property {string} token
 * @property {() => import('ws').WebSocket} accept
 * @property {(status: number) => void} refuse
 */
/** @typedef {{ event_type: string, data: { rooms?: object }, request_id?: string }} ClientFrame */

/** A server that does nothing by itself: the steps of a scenario take what arrives, and say what it sends. */
export class ScriptedServer {
  /** @type {Arrivals<Handshake>} */
  handshakes = new Arrivals();
  /** Frames of all connections but heartbeats. @type {Arrivals<ClientFrame>} */
  frames = new Arrivals();
  /** @type {Arrivals<ClientFrame>} */
  heartbeats = new Arrivals();
  /** The codes with which the client has closed connections. @type {Arrivals<number>} */
  closes = new Arrivals();
  /** @type {import('ws').WebSocket | undefined} */
  socket;
  http = createServer();
  acceptor = new WebSocketServer({ noServer: true });

  /** @returns {Promise<string>} its address */
  async open() {
    this.http.on('upgrade', (request, socket, head) => {
      this.handshakes.add({
        at: performance.now(),
        token: (request.headers['sec-websocket-protocol'] ?? '').split(',')[1]?.trim() ?? '',
        accept: () => {
          this.acceptor.handleUpgrade(request, socket, head, (opened) => this.listen(opened));
          return this.connection;
        },
        refuse: (status) =>
          socket.end(`HTTP/1.1 ${String(status)} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`),
      });
    });
    this.http.listen(0, '127.0.0.1');
    await once(this.http, 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (this.http.address());
    return `ws://127.0.0.1:${String(port)}/messaging/`;
  }

  get connection() {
    if (!this.socket) throw new Error('There is no connection');
    return this.socket;
  }

  /** @param {string} text */
  send(text) {
    this.connection.send(text);
  }

  close() {
    for (const socket of this.acceptor.clients) socket.terminate();
    this.http.closeAllConnections();
    this.http.close();
  }

  /** @param {import('ws').WebSocket} socket */
  listen(socket) {
    this.socket = socket;
    socket.on('message', (data) => {
      const frame = /** @type {ClientFrame} */ (JSON.parse(/** @type {Buffer} */ (data).toString()));
      if (frame.event_type === 'session.heartbeat') this.heartbeats.add(frame);
      else this.frames.add(frame);
    });
    socket.on('close', (code) => this.closes.add(code));
  }
}
