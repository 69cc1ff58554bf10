/** A Socket.IO server with default settings, without storage or checks. */
import { createServer } from 'node:http';

import { Server } from 'socket.io';

import { frameOf } from './frame.js';

let seq = 0;

const http = createServer();
const server = new Server(http);
server.on('connection', (socket) => {
  socket.on('join', async (/** @type {string} */ roomId, /** @type {() => void} */ joined) => {
    await socket.join(roomId);
    joined();
  });
  socket.on('message', (/** @type {import('./frame.js').Said} */ { room_id, content }) => {
    seq += 1;
    server.to(room_id).emit('message', frameOf(room_id, content, seq));
  });
});

http.listen(Number(process.env.PORT), process.env.HOST, () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (http.address());
  console.log(`A Socket.IO server listens on http://127.0.0.1:${String(port)}`);
});
process.once('SIGTERM', () => process.exit());
