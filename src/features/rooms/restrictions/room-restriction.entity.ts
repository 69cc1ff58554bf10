import type { RestrictionKind } from '@parley/protocol';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

import { textColumn } from '../../../platform/database/stored-text.js';

/** Of a restriction, in characters. */
export const LONGEST_REASON = 500;

/** A user who may not write in a room, or not be a member of it. A row whose time is over has no effect. */
@Entity('room_restrictions')
export class RoomRestrictionRow {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('Room', { onDelete: 'CASCADE' })
  roomId!: string;

  @PrimaryColumn({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Index()
  userId!: number;

  @Column({ type: 'varchar', length: 4 })
  kind!: RestrictionKind;

  /** By the clock of the database; null: it has no end. */
  @Column({ type: 'timestamptz', nullable: true })
  until!: Date | null;

  @Column({ type: 'text', nullable: true, transformer: textColumn })
  reason!: string | null;

  /** The user who made it. */
  @Column({ type: 'integer', nullable: true })
  byId!: number | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}

/**
 * Whether a row of `room_restrictions` has an effect, as an SQL condition. The clock of the database decides in the
 * statement that needs the answer, so a restriction ends at its time on every node at once.
 * @param row the alias of the row
 */
export const inForce = (row: string): string => `(${row}.until IS NULL OR ${row}.until > statement_timestamp())`;

/**
 * Whether a user is banned from a room, as an SQL condition.
 * @param room an SQL expression of the id of the room
 * @param user the same of the user
 * @param more appended to the conditions on the row `ban`
 */
export const isBanned = (room: string, user: string, more = ''): string => `EXISTS (
  SELECT FROM room_restrictions ban
  WHERE ban.room_id = ${room} AND ban.user_id = ${user} AND ban.kind = 'ban' AND ${inForce('ban')}${more})`;
