import type { ServerEvent } from '@parley/protocol';

export const messagesDeleted = (
  roomId: string,
  ids: readonly string[],
): ServerEvent<'messagemodification.dispatch'> => ({
  eventType: 'messagemodification.dispatch',
  data: { status: 'successful', action: 'delete', message_ids: ids },
  room_id: roomId,
});
