import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The user id in the row of a mention of the whole room. Ids of users begin at 1. */
export const WHOLE_ROOM = 0;

/**
 * A message mentions a user, or its whole room. One index finds the mentions of a member above the member's mark. There
 * is no foreign key to the message: who deletes a message deletes its mentions.
 */
@Entity('mentions')
@Index(['userId', 'roomId', 'seq'])
export class Mention {
  @PrimaryColumn({ type: 'uuid' })
  roomId!: string;

  @PrimaryColumn({ type: 'uuid' })
  messageId!: string;

  @PrimaryColumn({ type: 'integer' })
  userId!: number;

  /** The sequence number of the message. */
  @Column({ type: 'bigint' })
  seq!: number;
}
