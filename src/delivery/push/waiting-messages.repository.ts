import { Injectable } from '@nestjs/common';

import { statement } from '../../platform/database/statement.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import { PushSettings } from './push.settings.js';

/** A message that was just sent, or edited. */
export interface PushableMessage {
  readonly id: string;
  readonly roomId: string;
  readonly seq: number;
  readonly senderId: number;
  /** The number of the edit; null: the message was sent. */
  readonly editSeq: number | null;
}

/** Messages whose recipients are resolved later. Raw SQL, because many are written in one statement. */
@Injectable()
export class WaitingMessagesRepository {
  private readonly delay: number;

  constructor(settings: PushSettings) {
    this.delay = settings.delaySeconds;
  }

  /**
   * Enqueues messages, whose recipients are resolved later, unless their room is deleted.
   * @param always includes messages of rooms where no other member has a browser that receives pushes
   */
  async insert(manager: Work['manager'], messages: readonly PushableMessage[], always: boolean): Promise<void> {
    await INSERT.rows(manager, {
      messages: messages.map(({ id }) => id),
      rooms: messages.map(({ roomId }) => roomId),
      seqs: messages.map(({ seq }) => seq),
      senders: messages.map(({ senderId }) => senderId),
      delay: this.delay,
      always,
      editSeqs: messages.map(({ editSeq }) => editSeq),
    });
  }

  /** Those of these rooms of which a member has a browser that receives pushes. */
  async subscribedRooms(manager: Work['manager'], rooms: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await SUBSCRIBED.rows(manager, { rooms });
    return new Set(rows.map(({ roomId }) => roomId));
  }
}

/** Whether any member `m` of a room has a browser that receives pushes. @param condition on the member */
const hasSubscriber = (room: string, condition = 'true'): string => `EXISTS (
  SELECT FROM user_rooms m JOIN push_subscriptions s ON s.user_id = m.user_id
  WHERE m.room_id = ${room} AND ${condition})`;

const SUBSCRIBED = statement('pushes.subscribed_rooms', {
  parameters: { rooms: 'uuid[]' },
  columns: { roomId: 'uuid' },
  text: ({ rooms }) => `
    SELECT DISTINCT n.room_id AS "roomId" FROM unnest(${rooms}::uuid[]) AS n (room_id) WHERE ${hasSubscriber('n.room_id')}`,
});

const INSERT = statement('pushes.insert', {
  parameters: {
    messages: 'uuid[]',
    rooms: 'uuid[]',
    seqs: 'int8[]',
    senders: 'int4[]',
    delay: 'float8',
    always: 'bool',
    editSeqs: '(int8 | null)[]',
  },
  columns: {},
  text: ({ messages, rooms, seqs, senders, delay, always, editSeqs }) => `
    INSERT INTO pushes (message_id, room_id, seq, due_at, edit_seq)
    SELECT n.message_id, n.room_id, n.seq, now() + make_interval(secs => ${delay}), n.edit_seq
    FROM unnest(${messages}::uuid[], ${rooms}::uuid[], ${seqs}::bigint[], ${senders}::int[], ${editSeqs}::bigint[])
      AS n (message_id, room_id, seq, sender_id, edit_seq)
    WHERE EXISTS (SELECT FROM user_rooms m WHERE m.room_id = n.room_id) AND (
      ${always} OR ${hasSubscriber('n.room_id', 'm.user_id <> n.sender_id')})`,
});
