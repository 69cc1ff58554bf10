/** The events that a webhook can have. Without a choice it has all but the last one. */
export const WEBHOOK_EVENTS = [
  'message.created',
  'message.updated',
  'message.deleted',
  'message.reaction',
  'message.pin',
  'message.poll',
  'message.attachment',
  'message.preview',
  'members.added',
  'members.removed',
  'members.nickname',
  'room.created',
  'room.updated',
  'room.deleted',
  'push.requested',
];
