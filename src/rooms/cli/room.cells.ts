import { printable } from '../../cli/index.js';
import type { RoomSummary } from '../room-summaries.repository.js';

export const ROOM_HEADINGS = ['ID', 'TYPE', 'NAME', 'CREATOR', 'MEMBERS', 'LAST SEQ', 'CREATED'];

export const roomCells = (room: RoomSummary): string[] => [
  room.id,
  room.type,
  printable(room.name),
  room.creator ?? '',
  String(room.members),
  String(room.last_seq),
  room.created_at,
];
