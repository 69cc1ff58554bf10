import type { HeldMessage, HeldReport, User, ServerEvent } from '@parley/protocol';
import type { OutgoingEvent } from '@parley/realtime/restricted-part';

import { bodyOf } from './held-body.js';
import type { HeldRow } from './held.rows.js';

export function toHeldMessage(row: HeldRow, sender: User): HeldMessage {
  const { content, extra_fields } = bodyOf(row.body);
  return {
    message_id: row.messageId,
    room_id: row.roomId,
    sender,
    action: row.isEdit ? 'edit' : 'create',
    content,
    extra_fields: extra_fields as HeldMessage['extra_fields'],
    client_message_id: row.clientMessageId,
    held_at: row.heldAt.toISOString(),
    held_until: row.heldUntil.toISOString(),
  };
}

export const messageHeld = (held: HeldMessage): OutgoingEvent<'messageheld.dispatch'> => ({
  eventType: 'messageheld.dispatch',
  data: held,
});

/** For moderators of the deployment, as a report that nobody has made. */
export function heldReport(held: HeldMessage): OutgoingEvent<'report.dispatch'> {
  const { sender: user, message_id, room_id, held_at: created_at } = held;
  const report: HeldReport = {
    report_id: null,
    state: 'open',
    reason: 'other',
    comment: null,
    created_at,
    user,
    reporter: null,
    message_id,
    room_id,
    seen: null,
    resolution: null,
    held,
  };
  return { eventType: 'report.dispatch', data: report };
}

/** The answer to a request whose message or edit is held already. */
export const heldAlready = (held: HeldMessage): OutgoingEvent<'messageheld.dispatch'> => ({
  ...messageHeld(held),
  meta: { held: true },
});

/** @param by null: its time is over */
export const heldDecided = (
  { roomId, messageId, clientMessageId }: Pick<HeldRow, 'roomId' | 'messageId' | 'clientMessageId'>,
  sender: User,
  { allowed, by }: { readonly allowed: boolean; readonly by: User | null },
): ServerEvent<'messagerelease.dispatch'> => ({
  eventType: 'messagerelease.dispatch',
  data: { message_id: messageId, room_id: roomId, sender, client_message_id: clientMessageId, allowed, by },
});
