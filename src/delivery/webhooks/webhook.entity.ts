import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

import { textColumn } from '../../platform/database/stored-text.js';

/** A receiver of events by HTTP. */
@Entity('webhooks')
export class WebhookRow {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  url!: string;

  /** The names of the events that it gets. */
  @Column({ type: 'text', array: true })
  events!: readonly string[];

  @Column({ type: 'text', transformer: textColumn })
  description!: string;

  /** Signs deliveries, so it is stored in plain text: a reader of the database can sign as the service does. */
  @Column({ type: 'text' })
  secret!: string;

  @Column({ type: 'boolean', default: true })
  isActive!: boolean;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  /**
   * An administrator chose the URL, who is no operator: only public hosts and those of WEBHOOK_ALLOWED_HOSTS are
   * called.
   */
  @Column({ type: 'boolean', default: false })
  isPublicOnly!: boolean;
}

/** Returns a URL without its query, which may be a secret. */
export function shownUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
