import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { inBatches } from '../../platform/async/in-batches.js';
import { statement } from '../../platform/database/statement.js';
import { MOST_COUNTED } from '../../platform/metrics/backlog-gauge.js';
import { PushSettings } from './push.settings.js';

const DELETED_TOGETHER = 1_000;

/** The table of pushes. Raw SQL, because its counts and removals are bounded. */
@Injectable()
export class PushesRepository {
  private readonly retentionDays: number;

  constructor(
    private readonly source: DataSource,
    settings: PushSettings,
  ) {
    this.retentionDays = settings.retentionDays;
  }

  /** The number of pending pushes, and of messages whose recipients are not resolved, counted to 10000. */
  async pending(): Promise<number> {
    return (await PENDING.one(this.source, {})).count;
  }

  /** Of the newest pushes of the last hour. Ended subscriptions are everyday: they are no failure. */
  outcomes(): Promise<{ readonly failed: number; readonly sent: number }> {
    return OUTCOMES.one(this.source, {});
  }

  /** Removes pushes after the retention time, in batches. */
  async removeOld(): Promise<void> {
    await inBatches(DELETED_TOGETHER, async (most) => {
      return REMOVE_OLD.changes(this.source, { days: this.retentionDays, most });
    });
  }
}

const PENDING = statement('pushes.pending', {
  parameters: {},
  columns: { count: 'int8' },
  text: () => `
    SELECT count(*) AS count FROM (SELECT FROM pushes WHERE state = 'pending' LIMIT ${String(MOST_COUNTED)}) first`,
});

const OUTCOMES = statement('pushes.outcomes', {
  parameters: {},
  columns: { failed: 'int4', sent: 'int4' },
  text: () => `
    SELECT count(*) FILTER (WHERE reason IN ('refused', 'failed', 'not_public'))::int AS failed,
      count(*) FILTER (WHERE state = 'sent')::int AS sent
    FROM (SELECT state, reason FROM pushes WHERE created_at > now() - interval '1 hour' ORDER BY created_at DESC
      LIMIT ${String(MOST_COUNTED)}) newest`,
});

const REMOVE_OLD = statement('pushes.remove_old', {
  parameters: { days: 'int4', most: 'int8' },
  columns: {},
  text: ({ days, most }) => `
    DELETE FROM pushes WHERE id IN (
      SELECT id FROM pushes WHERE created_at < now() - make_interval(days => ${days}) LIMIT ${most})`,
});
