import type { RoomNoticeKind } from '@parley/protocol';
import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';

import { textColumn } from '../../../platform/database/stored-text.js';

/** A change of a room that is shown among its messages. Users who are deleted are removed from it. */
@Entity('room_notices')
@Index('room_notices_users_idx', { synchronize: false })
export class RoomNoticeRow {
  @PrimaryColumn({ type: 'uuid' })
  roomId!: string;

  /** The number of the change. */
  @PrimaryColumn({ type: 'bigint' })
  seq!: number;

  @Column({ type: 'varchar', length: 20 })
  kind!: RoomNoticeKind;

  /** The user who made the change. */
  @Column({ type: 'integer', nullable: true })
  @Index()
  actorId!: number | null;

  /** The first of the members that the change concerns. */
  @Column({ type: 'integer', array: true })
  userIds!: number[];

  /** The number of members that the change concerns. */
  @Column({ type: 'integer' })
  userCount!: number;

  /** The new name of the room. */
  @Column({ type: 'text', nullable: true, transformer: textColumn })
  name!: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
