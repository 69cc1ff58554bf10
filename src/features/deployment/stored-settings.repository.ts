import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import type { StoredValue } from '../../platform/config/settings-part.js';
import { json, statement } from '../../platform/database/statement.js';
import type { RowOf } from '../../platform/database/statement.js';

/** A change that is stored. */
export type SettingChange = RowOf<typeof LIST>;

/** How often any setting has changed. */
export const CHANGES = '(SELECT coalesce(sum(changes), 0)::int FROM deployment_settings)';

/** The settings that are stored. Raw SQL: names of users are joined, and rows are inserted before they are locked. */
@Injectable()
export class StoredSettingsRepository {
  constructor(private readonly source: DataSource) {}

  list(): Promise<readonly SettingChange[]> {
    return LIST.rows(this.source, {});
  }

  /**
   * Locks settings until the transaction ends. The row of one that was never stored has no changes, and is not listed.
   * @returns their stored values by name; null: there is none
   */
  async lock(manager: EntityManager, names: readonly string[]): Promise<ReadonlyMap<string, StoredValue | null>> {
    // In one order, so that two changes of the same settings wait for each other.
    const sorted = [...names].sort();
    await MAKE.rows(manager, { names: sorted });
    const rows = await LOCK.rows(manager, { names: sorted });
    return new Map(rows.map(({ name, value }) => [name, value]));
  }

  /** @param value null unsets it @param userId undefined: an operator */
  async write(
    manager: EntityManager,
    { name, value, userId }: { name: string; value: StoredValue | null; userId: number | undefined },
  ): Promise<void> {
    await WRITE.changes(manager, { name, value: value === null ? null : JSON.stringify(value), user: userId ?? null });
  }
}

const LIST = statement('deployment_settings.list', {
  parameters: {},
  columns: {
    name: 'text',
    value: json<StoredValue | null>(),
    changes: 'int4',
    changedAt: 'timestamptz',
    userId: 'int4 | null',
    username: 'text | null',
  },
  text: () => `
    SELECT s.name, s.value::json AS value, s.changes, s.changed_at AS "changedAt", u.id AS "userId", u.username
    FROM deployment_settings s LEFT JOIN users u ON u.id = s.changed_by
    WHERE s.changes > 0`,
});

const MAKE = statement('deployment_settings.make', {
  parameters: { names: 'text[]' },
  columns: {},
  text: ({ names }) => `
    INSERT INTO deployment_settings (name) SELECT unnest(${names}::text[]) ON CONFLICT (name) DO NOTHING`,
});

const LOCK = statement('deployment_settings.lock', {
  parameters: { names: 'text[]' },
  columns: { name: 'text', value: json<StoredValue | null>() },
  text: ({ names }) => `
    SELECT name, value::json AS value FROM deployment_settings WHERE name = ANY (${names}) ORDER BY name FOR UPDATE`,
});

const WRITE = statement('deployment_settings.write', {
  parameters: { name: 'text', value: 'jsonb | null', user: 'int4 | null' },
  columns: {},
  text: ({ name, value, user }) => `
    UPDATE deployment_settings
    SET value = ${value}, changes = changes + 1, changed_at = now(), changed_by = ${user} WHERE name = ${name}`,
});
