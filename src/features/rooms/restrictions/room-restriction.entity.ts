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
