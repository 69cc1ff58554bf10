import type { ScheduleCancel, ScheduledMessages } from '@parley/client/private-state';
import { signal } from '@preact/signals';

import { toast } from '../design/toasts.js';
import { shownRoomId } from '../location.js';
import { roomName } from '../rooms/names.js';
import type { RoomList } from '../rooms/room-list.js';
import { refusalText } from './refusal-text.js';

interface RefusedSchedule {
  readonly id: string;
  readonly roomId: string;
  /** Why it was not sent. */
  readonly text: string;
}

/** The scheduled messages that the service could not send at their time, until the user dismisses them. */
export class RefusedSchedules {
  private readonly refused = signal<readonly RefusedSchedule[]>([]);

  constructor(
    scheduled: ScheduledMessages,
    private readonly rooms: RoomList,
  ) {
    scheduled.onRefused((refused) => {
      this.add(refused);
    });
  }

  inRoom(roomId: string): readonly RefusedSchedule[] {
    return this.refused.value.filter((each) => each.roomId === roomId);
  }

  dismiss(id: string): void {
    this.refused.value = this.refused.value.filter((each) => each.id !== id);
  }

  private add({ id, room_id: roomId, reason }: ScheduleCancel): void {
    const entry = this.rooms.entry(roomId);
    const text = refusalText(reason?.code);
    this.refused.value = [...this.refused.value, { id, roomId, text }];
    // The room that is shown says it itself.
    if (roomId !== shownRoomId.peek()) toast(entry ? `${roomName(entry)}: ${text}` : text, true);
  }
}
