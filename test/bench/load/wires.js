/**
 * The protocol of each contender, over the same `ws` client, so that the load generator has the same cost for each.
 *
 * @typedef {object} Place
 * @property {string} url of the contender, `ws://…`
 * @property {string} roomId
 * @property {string} token
 *
 * @typedef {object} Protocol
 * @property {(membership: Place) => string} address the URL of the socket
 * @property {(frame: Buffer, membership: Place) => string | undefined} reply the answer to a frame before the
 *   first message; 'welcome': messages may be sent from now on
 * @property {(roomId: string, content: string) => string} message
 * @property {string} mark a text in every message and in no other frame
 * @property {string} [beat] a heartbeat
 */

const CONNECTED = 'welcome';

const HEARTBEAT = JSON.stringify({ event_type: 'session.heartbeat', data: {} });

/** @type {Record<'parley' | 'bare' | 'socket.io', Protocol>} */
export const protocols = {
  parley: {
    address: ({ url, token }) => `${url}/messaging/?token=${token}`,
    reply: () => CONNECTED,
    message: (roomId, content) =>
      JSON.stringify({ event_type: 'message.send', request_id: '1', data: { room_id: roomId, content } }),
    mark: '"message.dispatch"',
    beat: HEARTBEAT,
  },
  bare: {
    address: ({ url, roomId }) => `${url}/?room=${roomId}`,
    reply: () => CONNECTED,
    message: (roomId, content) => JSON.stringify({ room_id: roomId, content }),
    mark: '"message.dispatch"',
    beat: HEARTBEAT,
  },
  /** Engine.IO 4 by its WebSocket transport: `0` opens, `2` pings; Socket.IO: `40` connects, `42` is an event. */
  'socket.io': {
    address: ({ url }) => `${url}/socket.io/?EIO=4&transport=websocket`,
    reply: (frame, { roomId }) => {
      const text = frame.toString();
      if (text.startsWith('0{')) return '40';
      if (text.startsWith('40')) return `420${JSON.stringify(['join', roomId])}`;
      return text.startsWith('430') ? CONNECTED : undefined;
    },
    message: (roomId, content) => `42${JSON.stringify(['message', { room_id: roomId, content }])}`,
    mark: '"message.dispatch"',
  },
};
