import type { NewRoom, Parley, ParleyError } from '@parley/client';

import { attempt } from '../errors.js';
import type { ErrorMessages } from '../errors.js';
import { showRoom } from '../location.js';

const MESSAGES: Readonly<Record<NewRoom['type'], ErrorMessages>> = {
  OneToOneChat: {
    4002: 'This user does not accept new chats from you. Invite the user to a group instead.',
    4004: 'This user does not exist any more.',
  },
  GroupChat: { 4004: 'One of these users does not exist any more.' },
  Channel: { 4004: 'One of these users does not exist any more.' },
};

/**
 * Creates a room, or finds that of two users, and shows it.
 * @param showOwn as of `attempt`
 * @returns whether it succeeded
 */
export const createRoom = (
  parley: Parley,
  room: NewRoom,
  showOwn?: (error: ParleyError) => boolean,
): Promise<boolean> =>
  attempt(
    async () => {
      showRoom((await parley.rooms.create(room)).id);
    },
    MESSAGES[room.type],
    showOwn,
  );
