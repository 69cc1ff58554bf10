import type { Outgoing, Room, SendOptions } from '@parley/client';
import { optionsOf } from '@parley/react/state';

/** Sends a message without waiting: pending and refused messages are among those of the room. */
export function send(room: Room, text: string, options: SendOptions = {}): void {
  room.send(text, options).catch(() => undefined);
}

/** Sends a refused message again, in place of the first attempt. */
export function sendAgain(room: Room, failed: Outgoing): void {
  room.discard(failed.client_message_id);
  send(room, failed.content, optionsOf(failed));
}
