import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

import { textColumn } from '../database/index.js';

/** Somebody outside who is told by HTTP what happens. */
@Entity('webhooks')
export class WebhookRow {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  url!: string;

  /** The names of what it is told of. */
  @Column({ type: 'text', array: true })
  events!: string[];

  @Column({ type: 'text', transformer: textColumn })
  description!: string;

  /** Signs what it is told, so it is needed as it is: whoever reads the database can sign as the service does. */
  @Column({ type: 'text' })
  secret!: string;

  @Column({ type: 'boolean', default: true })
  isActive!: boolean;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
