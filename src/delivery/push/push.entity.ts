import { Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

import { isLiving } from '../../features/presence/node.entity.js';

export const pushStates = ['pending', 'sent', 'unsent'] as const;
export type PushState = (typeof pushStates)[number];

/** Why a push was not sent. */
export type UnsentReason =
  /** The user is connected. */
  | 'online'
  /** The user has acknowledged or read the message. */
  | 'read'
  /** The user is not notified of the message: by the level for the room, or for all rooms. */
  | 'notify_level'
  /** The user blocks the sender, or the sender blocks the user. */
  | 'blocked'
  /** It is an hour at which the user gets no push. */
  | 'do_not_disturb'
  | 'no_subscription'
  /** Web Push is off. */
  | 'push_off'
  /** The subscription has ended. */
  | 'gone'
  /** The push service refused the push. */
  | 'refused'
  /** The push service was unavailable or overloaded for too long. */
  | 'failed'
  /** Its host resolves to no public address. */
  | 'not_public'
  /** The user is no longer a member. */
  | 'left'
  /** The message is deleted. */
  | 'deleted'
  /** The message is silent. */
  | 'silent';

/**
 * The pushes of one message. Until its recipients are resolved, it has one row without a user. Then it has a row for
 * each browser that gets it, and a row for each member who gets none, with the reason, or one row for all of these if
 * they are many.
 */
@Entity('pushes')
@Index(['userId', 'id'])
@Index(['roomId', 'seq'])
@Index(['dueAt', 'id'], { where: `state = 'pending' AND user_id IS NULL` })
export class PushRow {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  /** The message may be deleted by now. */
  @Column({ type: 'uuid' })
  messageId!: string;

  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('Room', { onDelete: 'CASCADE' })
  roomId!: string;

  @Column({ type: 'bigint' })
  seq!: number;

  @Column({ type: 'integer', nullable: true })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  userId!: number | null;

  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('PushSubscriptionRow', { onDelete: 'SET NULL' })
  @Index({ where: 'subscription_id IS NOT NULL' })
  subscriptionId!: string | null;

  /** The number of members that it stands for. */
  @Column({ type: 'integer', default: 1 })
  members!: number;

  @Column({ type: 'varchar', length: 10, default: 'pending' })
  state!: PushState;

  /** Why it was not sent. */
  @Column({ type: 'varchar', length: 20, nullable: true })
  reason!: UnsentReason | null;

  /** The last status of the push service. */
  @Column({ type: 'integer', nullable: true })
  status!: number | null;

  @Column({ type: 'timestamptz' })
  @Index({ where: `state = 'pending'` })
  dueAt!: Date;

  @Column({ type: 'integer', default: 0 })
  attempts!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  @Index()
  createdAt!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  doneAt!: Date | null;

  /** Whether it reminds its user of the message. */
  @Column({ type: 'boolean', default: false })
  isReminder!: boolean;

  /** The number of the edit whose new mentions it is for; null: it is for the message itself, or a reminder. */
  @Column({ type: 'bigint', nullable: true })
  editSeq!: number | null;
}

/**
 * Whether a user needs no push, in SQL: a connection on a living node has had a recent heartbeat. A connection without
 * one may be that of a phone in a pocket: its acknowledgements count, but the connection does not.
 * @param user the column of the user's id @param threshold seconds, as a parameter
 */
export const isOnline = (user: string, threshold: string): string => `EXISTS (
  SELECT FROM sessions x JOIN nodes n ON n.id = x.node_id
  WHERE x.user_id = ${user} AND ${isLiving('n')} AND x.seen_at >= now() - ${threshold} * interval '1 second' OFFSET 0)`;
