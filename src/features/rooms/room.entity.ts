import type { Preferences } from '@parley/protocol';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

import { boundedJson } from '../../platform/database/bounded-json.js';
import { jsonColumn, textColumn } from '../../platform/database/stored-text.js';
import type { Posting, ReactionMode } from './room.settings.js';
import type { RoomTypeName } from './membership/membership.js';

@Entity('rooms')
@Index('rooms_public_channel_name_idx', { synchronize: false })
@Index('rooms_held_idx', ['id'], { where: 'held_at IS NOT NULL' })
@Index('rooms_retention_idx', ['id'], { where: 'retention_days IS NOT NULL' })
@Check('rooms_preferences_bounded', boundedJson('preferences'))
export class Room {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'varchar', length: 20 })
  type!: RoomTypeName;

  @Column({ type: 'text', default: '', transformer: textColumn })
  name!: string;

  @Column({ type: 'text', default: '', transformer: textColumn })
  description!: string;

  @Column({ type: 'text', nullable: true })
  avatar!: string | null;

  @Column({ type: 'integer', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  @Index()
  creatorId!: number | null;

  /** `lower:higher`: the ids of the two users of a OneToOneChat. */
  @Column({ type: 'varchar', length: 30, nullable: true })
  pairKey!: string | null;

  /** The user who has deleted this OneToOneChat, while the other one keeps it: no member, but still one of the two. */
  @Column({ type: 'integer', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  @Index({ where: 'hidden_user_id IS NOT NULL' })
  hiddenUserId!: number | null;

  /** The number of that deletion: the user will see only messages above it. */
  @Column({ type: 'bigint', nullable: true })
  hiddenSeq!: number | null;

  /** One of the two users of this OneToOneChat blocks the other: nobody sends in it. */
  @Column({ type: 'boolean', default: false })
  isClosed!: boolean;

  @Column({ type: 'integer', nullable: true })
  maxMembers!: number | null;

  @Column({ type: 'boolean', default: false })
  joinApprovalRequired!: boolean;

  @Column({ type: 'boolean', default: false })
  groupLocked!: boolean;

  @Column({ type: 'boolean', default: false })
  isPublic!: boolean;

  @Column({ type: 'varchar', length: 10, default: 'moderators' })
  posting!: Posting;

  @Column({ type: 'varchar', length: 4, default: 'one' })
  reactions!: ReactionMode;

  @Column({ type: 'integer', default: 0 })
  slowModeSeconds!: number;

  @Column({ type: 'integer', nullable: true })
  messageTtlSeconds!: number | null;

  @Column({ type: 'integer', nullable: true })
  maxMessageLength!: number | null;

  @Column({ type: 'boolean', default: true })
  mediaAllowed!: boolean;

  @Column({ type: 'jsonb', default: {}, transformer: jsonColumn })
  preferences!: Preferences;

  /** The room's only counter: the number of its latest change. Numbers are taken by updating it. */
  @Column({ type: 'bigint', default: 0 })
  lastSeq!: number;

  /** The number under which the room's own data last changed. */
  @Column({ type: 'bigint', default: 0 })
  changeSeq!: number;

  /** Rises with every change of permissions in the room: a grant of an older version is void. */
  @Column({ type: 'integer', default: 1 })
  accessVersion!: number;

  @Column({ type: 'uuid', nullable: true })
  lastMessageId!: string | null;

  /** Messages that were sent before this time were removed by their age; null: none were. */
  @Column({ type: 'timestamptz', nullable: true })
  messagesRemovedBefore!: Date | null;

  /** The beginning of a legal hold: nothing in the room is deleted or edited. Null: there is none. */
  @Column({ type: 'timestamptz', nullable: true })
  heldAt!: Date | null;

  /** Of the hold, in the words of the operator. */
  @Column({ type: 'text', nullable: true, transformer: textColumn })
  holdReason!: string | null;

  /** For how many days its messages are kept. 0: permanently. Null: as long as those of other rooms of its type. */
  @Column({ type: 'integer', nullable: true })
  retentionDays!: number | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updatedAt!: Date;
}

/**
 * The OneToOneChat of a pair of users, which ensures that there is one. It is no part of the room: a table that is
 * spread by room cannot have a key without the room. The row is deleted before the room.
 */
@Entity('room_pairs')
export class RoomPair {
  /** `lower:higher`: the ids of the users. */
  @PrimaryColumn({ type: 'varchar', length: 30 })
  pairKey!: string;

  @Column({ type: 'uuid' })
  @Index()
  roomId!: string;
}
