import { draftKey } from './draft-place.js';

/**
 * Deletes the drafts that new messages have become, in SQL: those of their senders in the room, or in the thread of a
 * reply. Returns them as changes of private state.
 * @param stored a relation with the columns `room_id`, `thread_id` and `sender_id` of new messages
 * @param condition a further condition on the draft `d` and the message `s`
 */
export const cleared = (stored: string, condition = ''): string => `
  DELETE FROM drafts d USING ${stored} s
  WHERE d.room_id = s.room_id AND d.user_id = s.sender_id AND d.place_id = coalesce(s.thread_id, s.room_id)${condition}
  RETURNING d.user_id, ${draftKey('d')} AS key`;
