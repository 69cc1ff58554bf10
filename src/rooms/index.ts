export { Memberships } from './memberships.js';
export { RoomPolicy } from './room.policy.js';
export type { RoomGrant } from './room.policy.js';
export { RoomsModule } from './rooms.module.js';
export type { RoomAccess, RoomTypeName, Seat } from './seat.js';
