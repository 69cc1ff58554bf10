import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { storedText, textFromStored } from '../../platform/database/stored-text.js';
import type { Webhook } from './webhook.js';

/** The fields of a webhook that is created. */
export interface NewWebhook {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string;
  readonly secret: string;
}

interface Row extends Omit<Webhook, 'created_at'> {
  readonly created_at: Date;
}

const COLUMNS = 'id, url, events, description, is_active, created_at';

/** The table of webhooks. */
@Injectable()
export class WebhooksRepository {
  constructor(private readonly source: DataSource) {}

  async create(manager: EntityManager, { id, url, events, description, secret }: NewWebhook): Promise<void> {
    await manager.query('INSERT INTO webhooks (id, url, events, description, secret) VALUES ($1, $2, $3, $4, $5)', [
      id,
      url,
      events,
      storedText(description),
      secret,
    ]);
  }

  /** The oldest first. */
  async list(): Promise<Webhook[]> {
    const rows = await this.source.query<Row[]>(`SELECT ${COLUMNS} FROM webhooks ORDER BY id`);
    return rows.map(toWebhook);
  }

  /** Locks a webhook until the transaction ends. Undefined: it does not exist. */
  async lock(manager: EntityManager, id: string): Promise<Webhook | undefined> {
    const [row] = await manager.query<Row[]>(`SELECT ${COLUMNS} FROM webhooks WHERE id = $1 FOR UPDATE`, [id]);
    return row && toWebhook(row);
  }

  async setActive(manager: EntityManager, id: string, isActive: boolean): Promise<void> {
    await manager.query('UPDATE webhooks SET is_active = $2 WHERE id = $1', [id, isActive]);
  }

  /** Deletes a webhook with all of its deliveries. */
  async delete(manager: EntityManager, id: string): Promise<void> {
    await manager.query('DELETE FROM webhooks WHERE id = $1', [id]);
  }

  /** The active webhooks, which cannot be deleted until the transaction ends. */
  async active(manager: EntityManager): Promise<Pick<Webhook, 'id' | 'events'>[]> {
    return manager.query('SELECT id, events FROM webhooks WHERE is_active ORDER BY id FOR KEY SHARE');
  }

  async isWanted(event: string, manager: EntityManager = this.source.manager): Promise<boolean> {
    const [row] = await manager.query<[{ is: boolean }]>(
      'SELECT EXISTS (SELECT FROM webhooks WHERE is_active AND $1 = ANY (events)) AS is',
      [event],
    );
    return row.is;
  }

  async isAnyActive(manager: EntityManager): Promise<boolean> {
    const [row] = await manager.query<[{ is: boolean }]>('SELECT EXISTS (SELECT FROM webhooks WHERE is_active) AS is');
    return row.is;
  }
}

const toWebhook = (row: Row): Webhook => ({
  id: row.id,
  url: row.url,
  events: row.events,
  description: textFromStored(row.description),
  is_active: row.is_active,
  created_at: row.created_at.toISOString(),
});
