/**
 * The upper bound: the fan-out and the heartbeats of `ws` without storage or checks. Serializes once for all receivers.
 */
import { createServer } from 'node:http';

import { WebSocketServer } from 'ws';

import { frameOf, saidIn } from './frame.js';

/** @type {Map<string, Set<import('ws').WebSocket>>} */
const rooms = new Map();
let seq = 0;

const WELCOME = JSON.stringify({ eventType: 'chat.notifications', data: {}, meta: { heartbeat_seconds: 30 } });
const ALIVE = JSON.stringify({ eventType: 'session.heartbeat', data: { status: 'success' } });

const http = createServer();
const server = new WebSocketServer({ server: http, perMessageDeflate: false, clientTracking: false });
server.on('connection', (socket, request) => {
  const roomId = new URL(request.url ?? '', 'ws://localhost').searchParams.get('room') ?? '';
  const room = rooms.get(roomId) ?? new Set();
  rooms.set(roomId, room.add(socket));
  socket.on('close', () => {
    room.delete(socket);
    if (room.size === 0) rooms.delete(roomId);
  });
  socket.on('error', () => undefined);
  socket.on('message', (/** @type {Buffer} */ data) => {
    const sent = saidIn(data);
    if (sent.event_type === 'session.heartbeat') {
      socket.send(ALIVE);
      return;
    }
    seq += 1;
    const bytes = Buffer.from(JSON.stringify(frameOf(sent.room_id, sent.content, seq)));
    for (const member of rooms.get(sent.room_id) ?? []) member.send(bytes, { binary: false });
  });
  socket.send(WELCOME);
});

http.listen(Number(process.env.PORT), process.env.HOST, () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (http.address());
  console.log(`A plain ws server listens on http://127.0.0.1:${String(port)}`);
});
process.once('SIGTERM', () => process.exit());
