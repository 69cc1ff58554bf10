import { Injectable } from '@nestjs/common';
import type { ReportState } from '@parley/protocol';
import { DataSource } from 'typeorm';

import { User } from '../users/user.entity.js';
import { ReportRow } from './report.entity.js';
import { statement, typed } from '../../platform/database/statement.js';

/** The newest reports of a user that are counted. */
const MOST_COUNTED = 1_000;

const COUNTED = statement('reports.counted', {
  parameters: { subject: 'int4' },
  columns: { state: typed<ReportState>('text'), count: 'int4' },
  text: ({ subject }) => `
    SELECT state, count(*)::int AS count
    FROM (SELECT state FROM reports WHERE subject_id = ${subject} ORDER BY id DESC
      LIMIT ${String(MOST_COUNTED)}) newest
    GROUP BY state`,
});

const OPEN_ABOUT_OTHERS = statement('reports.open_about_others', {
  parameters: { user: 'int4' },
  columns: { count: 'int4' },
  text: ({ user }) => `
    SELECT count(*) FILTER (WHERE subject_id <> ${user})::int AS count
    FROM (SELECT subject_id FROM reports WHERE state = 'open' ORDER BY created_at DESC, id DESC
      LIMIT ${String(MOST_COUNTED)}) newest`,
});

/** What is known of a reported user. Raw SQL, because a count has a bound. */
@Injectable()
export class ReportContextRepository {
  constructor(private readonly source: DataSource) {}

  /** The user of a report, also one who was deleted. */
  user(id: number): Promise<Pick<User, 'isActive' | 'role' | 'createdAt'>> {
    return this.source.manager.findOneOrFail(User, {
      select: { id: true, isActive: true, role: true, createdAt: true },
      where: { id },
    });
  }

  /** The reports of a user by their state, counted to 1000. */
  async counts(subjectId: number): Promise<Partial<Record<ReportState, number>>> {
    const rows = await COUNTED.rows(this.source, { subject: subjectId });
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  }

  /** The open reports about others than the user, of the newest 1000. */
  async openAboutOthers(userId: number): Promise<number> {
    return (await OPEN_ABOUT_OTHERS.one(this.source, { user: userId })).count;
  }

  /** The newest reports of a user, without what was seen. */
  newest(subjectId: number, most: number): Promise<Omit<ReportRow, 'seen' | 'comment' | 'note'>[]> {
    return this.source.manager.find(ReportRow, {
      select: {
        id: true,
        state: true,
        reason: true,
        createdAt: true,
        roomId: true,
        messageId: true,
        action: true,
        resolvedAt: true,
      },
      where: { subjectId },
      order: { id: 'DESC' },
      take: most,
    });
  }
}
