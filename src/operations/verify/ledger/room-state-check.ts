import type { DeviceRecord } from './device-record.js';
import type { Fault } from './fault.js';
import type { FinalRoom } from './history-check.js';
import { viewOf } from './room-state.js';
import type { RoomState, MessageView } from './room-state.js';

/** Compares the state of a room on a device with the stored state. */
export function checkRoomState(device: DeviceRecord, room: FinalRoom, reportFault: (fault: Fault) => void): void {
  const state = device.roomState(room.id);
  const lost = (what: string, message?: { readonly id: string; readonly seq?: number }): void => {
    reportFault({ kind: 'lost', what, room_id: room.id, who: device.name, seq: message?.seq, message_id: message?.id });
  };
  if (!state) {
    lost('received nothing of the room, live or by a sync');
    return;
  }
  const stored = new Set<string>();
  for (const message of room.messages) {
    if (message.is_deleted) continue;
    stored.add(message.id);
    const shown = state.message(message.id);
    if (!shown && message.seq <= state.floor) continue;
    if (!shown) lost('did not receive this message, live or by a sync', message);
    else if (!isSame(shown, viewOf(message))) lost('did not receive the last change of this message', message);
  }
  for (const id of beyond(state, stored)) lost('did not receive the deletion of this message', { id });
}

const isSame = (
  one: Pick<MessageView, 'content' | 'reactions'>,
  other: Pick<MessageView, 'content' | 'reactions'>,
): boolean =>
  one.content === other.content &&
  one.reactions.size === other.reactions.size &&
  Array.from(one.reactions).every(([userId, reaction]) => other.reactions.get(userId) === reaction);

function* beyond(state: RoomState, stored: ReadonlySet<string>): Generator<string> {
  for (const id of state.messageIds()) if (!stored.has(id)) yield id;
}
