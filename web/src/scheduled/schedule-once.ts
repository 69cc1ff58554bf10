import type { ScheduledMessages, ScheduleOptions } from '@parley/client/private-state';

interface Content {
  readonly id: string;
  readonly text: string;
  readonly sendAt: Date;
}

/**
 * Schedules a message, or changes it if it is scheduled already: the answer to an earlier attempt with this id was
 * lost, and the user may have written another text since.
 * @throws ParleyError
 */
export async function scheduleOnce(
  scheduled: ScheduledMessages,
  roomId: string,
  { id, text, sendAt }: Content,
  options: Omit<ScheduleOptions, 'id'>,
): Promise<void> {
  const item = await scheduled.schedule(roomId, text, sendAt, { ...options, id });
  const isSame = item.content === text && Date.parse(item.send_at) === sendAt.getTime();
  if (!isSame) await scheduled.update(id, { text, sendAt });
}
