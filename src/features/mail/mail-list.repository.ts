import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { partOf } from '../../platform/collections/list-part.js';
import type { ListPart, PartOf } from '../../platform/collections/list-part.js';
import { MOST_COUNTED } from '../../platform/metrics/backlog-gauge.js';
import { statement, typed } from '../../platform/database/statement.js';
import type { RowOf } from '../../platform/database/statement.js';
import type { MailState } from './mail.entity.js';

/** A mail as operators see it: without what it says. */
export interface ListedMail {
  readonly id: string;
  readonly kind: string;
  /** Null: the address is of nobody who has an account. */
  readonly username: string | null;
  readonly address: string;
  readonly state: MailState;
  readonly attempts: number;
  /** Why the last attempt failed, in the words of the SMTP server. */
  readonly error: string | null;
  readonly created_at: string;
  /** Null after its end. */
  readonly due_at: string | null;
  readonly ended_at: string | null;
}

/** Lists mails for operators and administrators. Raw SQL: the entity has no relation to users. */
@Injectable()
export class MailListRepository {
  constructor(private readonly source: DataSource) {}

  /** The newest first, of one state or of all; a place is an id. */
  async part(state: MailState | undefined, { after, limit }: PartOf<string>): Promise<ListPart<ListedMail, string>> {
    const listed = state === undefined ? LIST.ofAll : LIST.ofState;
    const rows = await listed.rows(this.source, { state: state ?? '', before: after ?? null, limit: limit + 1 });
    return partOf(rows.map(toListed), { limit }, ({ id }) => id);
  }

  /** Mails that wait after a failure, and those that failed within a day, each counted to 10000. */
  troubles(): Promise<{ readonly waiting: number; readonly failed: number }> {
    return TROUBLES.one(this.source, { most: MOST_COUNTED });
  }
}

const toListed = ({ createdAt, dueAt, endedAt, ...row }: RowOf<typeof LIST.ofAll>): ListedMail => ({
  id: row.id,
  kind: row.kind,
  username: row.username,
  address: row.address,
  state: row.state,
  attempts: row.attempts,
  error: row.error,
  created_at: createdAt.toISOString(),
  due_at: row.state === 'pending' ? dueAt.toISOString() : null,
  ended_at: endedAt?.toISOString() ?? null,
});

const TROUBLES = statement('mails.troubles', {
  parameters: { most: 'int8' },
  columns: { waiting: 'int4 not null', failed: 'int4 not null' },
  text: ({ most }) => `
    SELECT
      (SELECT count(*)::int FROM (
        SELECT FROM mails WHERE state = 'pending' AND error IS NOT NULL LIMIT ${most}) m) AS waiting,
      (SELECT count(*)::int FROM (
        SELECT FROM mails WHERE state = 'failed' AND created_at > now() - interval '2 days' LIMIT ${most}) m) AS failed`,
});

const list = (name: string, chosen: (state: string) => string) =>
  statement(name, {
    parameters: { state: 'text', before: 'uuid | null', limit: 'int8' },
    columns: {
      id: 'uuid',
      kind: 'text',
      username: 'text | null',
      address: 'text',
      state: typed<MailState>('text'),
      attempts: 'int4',
      error: 'text | null',
      createdAt: 'timestamptz',
      dueAt: 'timestamptz',
      endedAt: 'timestamptz | null',
    },
    text: ({ state, before, limit }) => `
      SELECT m.id, m.kind, u.username, m.address, m.state, m.attempts, m.error, m.created_at AS "createdAt",
        m.due_at AS "dueAt", m.ended_at AS "endedAt"
      FROM mails m LEFT JOIN users u ON u.id = m.user_id
      WHERE ${chosen(state)} AND (${before}::uuid IS NULL OR m.id < ${before})
      ORDER BY m.id DESC LIMIT ${limit}`,
  });

const LIST = {
  ofAll: list('mails.list', (state) => `${state}::text IS NOT NULL`),
  ofState: list('mails.list_of_state', (state) => `m.state = ${state}`),
};
