import type { NotifyLevel } from '@parley/protocol';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

import type { Role } from './membership.js';

@Entity('room_members')
@Index(['roomId', 'joinedSeq', 'userId'])
@Index(['userId', 'roomId'])
export class RoomMember {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('Room', { onDelete: 'CASCADE' })
  roomId!: string;

  @PrimaryColumn({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  userId!: number;

  @Column({ type: 'varchar', length: 10, default: 'member' })
  role!: Role;

  @Column({ type: 'text', array: true, default: [] })
  permissions!: string[];

  /** The unread messages of the member begin above this number. */
  @Column({ type: 'bigint' })
  joinedSeq!: number;

  /** Every message up to this number has been acknowledged. */
  @Column({ type: 'bigint' })
  deliveredSeq!: number;

  /** Every message up to this number has been read. */
  @Column({ type: 'bigint' })
  readSeq!: number;

  /** The member sees only messages above this number: all earlier ones went with a OneToOneChat that they deleted. */
  @Column({ type: 'bigint', default: 0 })
  historySeq!: number;

  /** The number under which this membership last changed. */
  @Column({ type: 'bigint' })
  changeSeq!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  joinedAt!: Date;

  /** Of the private preferences of the member. */
  @Column({ type: 'boolean', default: false })
  isFavourite!: boolean;

  /** The member archived the room when this was its latest number: it is hidden until a later message. */
  @Column({ type: 'bigint', nullable: true })
  archivedSeq!: number | null;

  /** The member wants to see the room as unread from this number on. */
  @Column({ type: 'bigint', nullable: true })
  markedUnreadSeq!: number | null;

  /** Of which messages of the room the member is notified; null: by the level of the user. */
  @Column({ type: 'varchar', length: 10, nullable: true })
  notifyLevel!: NotifyLevel | null;

  /** The member is notified of nothing in the room until then. It stays until the end of the mute is processed. */
  @Column({ type: 'timestamptz', nullable: true })
  mutedUntil!: Date | null;

  /** When the member last sent a message in the room while it had slow mode. */
  @Column({ type: 'timestamptz', nullable: true })
  lastSentAt!: Date | null;

  /** The name of the member in this room; null: that of the user. */
  @Column({ type: 'varchar', length: 50, nullable: true })
  nickname!: string | null;
}

/** A user's pending request to join a group that requires approval. */
@Entity('join_requests')
export class JoinRequest {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('Room', { onDelete: 'CASCADE' })
  roomId!: string;

  @PrimaryColumn({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Index()
  userId!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
