import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/**
 * The poll of a message, whose content is the question. There is no foreign key to the message: who deletes a message
 * deletes its poll.
 */
@Entity('polls')
export class PollRow {
  @PrimaryColumn({ type: 'uuid' })
  roomId!: string;

  @PrimaryColumn({ type: 'uuid' })
  messageId!: string;

  /** The texts, as JSON: measured without being read. */
  @Column({ type: 'text' })
  options!: string;

  @Column({ type: 'boolean' })
  isMultiple!: boolean;

  @Column({ type: 'boolean' })
  isAnonymous!: boolean;

  /** When no more votes are accepted, whether or not the poll has been closed then. */
  @Column({ type: 'timestamptz', nullable: true })
  closesAt!: Date | null;

  /** When it was closed, by a user or because its time was over. */
  @Column({ type: 'timestamptz', nullable: true })
  closedAt!: Date | null;
}

/** A user has chosen an option of a poll. The index counts and lists the voters of an option. */
@Entity('poll_votes')
@ForeignKey('PollRow', ['roomId', 'messageId'], ['roomId', 'messageId'], { onDelete: 'CASCADE' })
@Index(['roomId', 'messageId', 'option', 'votedAt', 'userId'])
export class PollVote {
  @PrimaryColumn({ type: 'uuid' })
  roomId!: string;

  @PrimaryColumn({ type: 'uuid' })
  messageId!: string;

  @PrimaryColumn({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Index()
  userId!: number;

  /** The position of the option. */
  @PrimaryColumn({ type: 'smallint' })
  option!: number;

  @Column({ type: 'timestamptz' })
  votedAt!: Date;
}
