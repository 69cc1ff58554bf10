import type { NewRoom, Parley, ParleyError } from '@parley/client';

import { attempt } from '../errors.js';
import type { ErrorMessages } from '../errors.js';
import { t } from '../languages/translate.js';
import { showRoom } from '../location.js';

const errorsOf = (type: NewRoom['type']): ErrorMessages =>
  type === 'OneToOneChat'
    ? { 4002: t('rooms.chatNotAccepted'), 4004: t('rooms.userGone') }
    : { 4004: t('rooms.usersGone') };

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
    errorsOf(room.type),
    showOwn,
  );
