import type { ScheduledMessage, ScheduledMessages } from '@parley/client/private-state';

export interface SchedulePlace {
  /** Undefined: all rooms. */
  readonly roomId?: string | undefined;
  /** Undefined: the whole room, with its threads. */
  readonly threadId?: string | undefined;
}

/** The scheduled messages of a place, the earliest first. */
export function scheduledIn(
  scheduled: ScheduledMessages,
  { roomId, threadId }: SchedulePlace,
): readonly ScheduledMessage[] {
  const items = roomId === undefined ? scheduled.all : scheduled.inRoom(roomId);
  return threadId === undefined ? items : items.filter((item) => item.extra_fields.thread_id === threadId);
}
