import type { NewRoom, Parley } from '@parley/client';

import { attempt } from '../errors.js';
import { showRoom } from '../location.js';

/**
 * Creates a room, or finds that of two users, and shows it.
 * @param messages for further error codes
 * @returns whether it succeeded
 */
export const createRoom = (
  parley: Parley,
  room: NewRoom,
  messages: Readonly<Record<number, string>> = {},
): Promise<boolean> =>
  attempt(
    async () => {
      showRoom((await parley.rooms.create(room)).id);
    },
    { 4002: 'This user does not accept new chats from you. Invite the user to a group instead.', ...messages },
  );
