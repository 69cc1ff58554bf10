import type { Chat } from '../chat/chat.js';
import { attempt } from '../errors.js';
import { t } from '../languages/translate.js';

/**
 * Joins a public channel, or asks the admins of a group.
 * @returns whether the user is in it
 */
export async function joinRoom({ parley, rooms }: Pick<Chat, 'parley' | 'rooms'>, id: string): Promise<boolean> {
  const room = parley.rooms.open(id);
  const refused = t('rooms.joinRefused');
  await attempt(() => room.join(), { 4003: refused, 4004: refused });
  const isIn = rooms.entry(id) !== undefined;
  // Only rooms of the user receive messages, so that the handle is closed again.
  if (!isIn) parley.rooms.close(id);
  return isIn;
}
