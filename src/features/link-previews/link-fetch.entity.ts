import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

@Entity('link_fetches')
@Index('link_fetches_of_user', ['userId', 'dueAt'])
@Index('link_fetches_due', ['dueAt'])
export class LinkFetchRow {
  /** The message may be deleted by now. */
  @PrimaryColumn({ type: 'uuid' })
  messageId!: string;

  @Column({ type: 'uuid' })
  roomId!: string;

  /** The author. */
  @Column({ type: 'int' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  userId!: number;

  /** The end of the lease of the process that fetches them. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  dueAt!: Date;

  @Column({ type: 'int', default: 0 })
  attempts!: number;

  /** Raised by each edit of the message and each claim: a process ends only what it has claimed. */
  @Column({ type: 'int', default: 0 })
  version!: number;
}

/** The result of fetching a URL, kept for some time. */
@Entity('fetched_links')
@Index('fetched_links_expiring', ['expiresAt'])
export class FetchedLinkRow {
  /** Of the kind and the URL. */
  @PrimaryColumn({ type: 'char', length: 64 })
  urlSha256!: string;

  /** JSON. */
  @Column({ type: 'text' })
  result!: string;

  @Column({ type: 'timestamptz' })
  expiresAt!: Date;
}
