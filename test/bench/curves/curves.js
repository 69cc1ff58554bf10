import { connections } from './connections.js';
import { history } from './history.js';
import { roomSize } from './room-size.js';
import { manyRooms } from './rooms.js';

/** @type {import('./curve.js').Curve[]} */
export const curves = [roomSize, manyRooms, connections, history];
