import { connections } from './connections.js';
import { history } from './history.js';
import { nodes } from './nodes.js';
import { roomSize } from './room-size.js';
import { manyRooms } from './rooms.js';
import { scrolling } from './scrolling.js';
import { tableSize } from './table-size.js';

/** @type {import('./curve.js').Curve[]} */
export const curves = [roomSize, manyRooms, connections, history, nodes, tableSize, scrolling];
