import { changes } from './changes.js';
import { connections } from './connections.js';
import { history } from './history.js';
import { messageBytes } from './message-bytes.js';
import { nodes } from './nodes.js';
import { readers } from './readers.js';
import { roomDeletion } from './room-deletion.js';
import { roomSize } from './room-size.js';
import { roomsOfUser } from './rooms-of-user.js';
import { manyRooms } from './rooms.js';
import { scrolling } from './scrolling.js';
import { skew } from './skew.js';
import { tableSize } from './table-size.js';
import { unread } from './unread.js';
import { words } from './words.js';

/** @type {import('./curve.js').Curve[]} */
export const curves = [
  roomSize,
  manyRooms,
  connections,
  history,
  nodes,
  tableSize,
  scrolling,
  unread,
  readers,
  skew,
  changes,
  words,
  roomsOfUser,
  roomDeletion,
  messageBytes,
];
