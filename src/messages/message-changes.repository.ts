import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { storedText } from '../database/index.js';
import type { MessageChangeGrant } from './message.policy.js';

/** What decides about a message that is to be deleted. */
export interface Deletable {
  readonly id: string;
  readonly senderId: number;
  readonly isDeleted: boolean;
}

/** What changes of messages write, each under a number that was taken in the same transaction. */
@Injectable()
export class MessageChangesRepository {
  constructor(private readonly source: DataSource) {}

  /** The room of each of these messages that is in a room of the user's. */
  async roomsOf(userId: number, ids: readonly string[]): Promise<string[]> {
    const rows = await this.source.query<{ room_id: string }[]>(
      `SELECT m.room_id FROM messages m JOIN room_members s ON s.room_id = m.room_id AND s.user_id = $1
       WHERE m.id = ANY ($2)`,
      [userId, ids],
    );
    return rows.map(({ room_id }) => room_id);
  }

  async edit(
    manager: EntityManager,
    { roomId, messageIds }: MessageChangeGrant<'message.edit'>,
    { content, seq }: { content: string; seq: number },
  ): Promise<void> {
    await manager.query(
      `UPDATE messages
       SET content = $2, is_edited = true, change_seq = $3, updated_at = date_trunc('milliseconds', clock_timestamp())
       WHERE id = ANY ($1) AND room_id = $4`,
      [messageIds, storedText(content), seq, roomId],
    );
  }

  /**
   * Those of the messages, of a room that is locked, that are there. They are locked in the order of their ids, as
   * receipts and forwards lock what they stand on, so that no two wait for each other; and with them the messages that
   * are replies to them, or pass them on, as these change too.
   */
  async lock(manager: EntityManager, ids: readonly string[]): Promise<Deletable[]> {
    const rows = await manager.query<(Deletable & { asked: boolean })[]>(
      `SELECT id, sender_id AS "senderId", is_deleted AS "isDeleted", id = ANY ($1) AS asked FROM messages
       WHERE id = ANY ($1) OR parent_id = ANY ($1) OR forwarded_from_id = ANY ($1)
       ORDER BY id FOR UPDATE`,
      [ids],
    );
    return rows.filter(({ asked }) => asked).map(({ id, senderId, isDeleted }) => ({ id, senderId, isDeleted }));
  }

  /**
   * Deletes messages that are locked, with all that belongs to them. What is left says that they were sent, and when
   * they went.
   */
  async erase(
    manager: EntityManager,
    { roomId, messageIds }: MessageChangeGrant<'message.delete'>,
    seq: number,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO message_deletions (message_id, room_id, change_seq, seq, sender_id, client_message_id, created_at)
       SELECT id, room_id, $2, seq, sender_id, client_message_id, created_at
       FROM messages WHERE id = ANY ($1) AND room_id = $3`,
      [messageIds, seq, roomId],
    );
    await this.changeThoseAbout(manager, roomId, messageIds, seq);
    await manager.query('DELETE FROM messages WHERE id = ANY ($1) AND room_id = $2', [messageIds, roomId]);
    await this.findLastMessage(manager, roomId, messageIds);
  }

  /** Marks messages as deleted, and keeps them. */
  async hide(
    manager: EntityManager,
    { roomId, messageIds }: MessageChangeGrant<'message.delete'>,
    seq: number,
  ): Promise<void> {
    await manager.query(
      `UPDATE messages
       SET is_deleted = true, change_seq = $2, updated_at = date_trunc('milliseconds', clock_timestamp())
       WHERE id = ANY ($1) AND room_id = $3`,
      [messageIds, seq, roomId],
    );
    await this.changeThoseAbout(manager, roomId, messageIds, seq);
    await manager.query('DELETE FROM notifications WHERE message_id = ANY ($1) AND room_id = $2', [messageIds, roomId]);
    await this.findLastMessage(manager, roomId, messageIds);
  }

  /** What replies to messages that go, or passes them on, is read without them from now on: the room's log says so. */
  private async changeThoseAbout(
    manager: EntityManager,
    roomId: string,
    gone: readonly string[],
    seq: number,
  ): Promise<void> {
    await manager.query(
      `UPDATE messages SET change_seq = $3
       WHERE room_id = $1 AND (parent_id = ANY ($2) OR forwarded_from_id = ANY ($2)) AND NOT id = ANY ($2)`,
      [roomId, gone, seq],
    );
  }

  /** The room shows the newest message that is left, where the newest is among those that went. */
  private async findLastMessage(manager: EntityManager, roomId: string, gone: readonly string[]): Promise<void> {
    await manager.query(
      `UPDATE rooms r
       SET last_message_id = (
         SELECT m.id FROM messages m WHERE m.room_id = r.id AND NOT m.is_deleted ORDER BY m.seq DESC LIMIT 1)
       WHERE r.id = $1 AND r.last_message_id = ANY ($2)`,
      [roomId, gone],
    );
  }
}
