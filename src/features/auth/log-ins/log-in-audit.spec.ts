import type { AuditRepository } from '../../audit/audit.repository.js';
import type { AuditedAct } from '../../audit/audited-act.js';
import type { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import { LogInAudit } from './log-in-audit.js';

let written: AuditedAct[];
let isAway: boolean;
let audit: LogInAudit;

beforeEach(() => {
  [written, isAway] = [[], false];
  const record = (_manager: unknown, _actor: unknown, ...acts: AuditedAct[]): Promise<void> => {
    if (isAway) return Promise.reject(new Error('no database'));
    written.push(...acts);
    return Promise.resolve();
  };
  const transaction = (body: (work: object) => Promise<void>): Promise<void> => body({});
  audit = new LogInAudit({ record } as unknown as AuditRepository, { transaction } as unknown as UnitOfWork);
});

const write = (): Promise<void> => audit.onApplicationShutdown();

it('a user has one record for each action, with the number', async () => {
  for (const userId of [7, 8, 7, undefined]) audit.count('log_in.failed', userId);
  audit.count('log_in.succeeded', 7);
  await write();
  expect(written).toEqual([
    { action: 'log_in.succeeded', subjectId: 7, details: { count: 1 } },
    { action: 'log_in.failed', subjectId: 7, details: { count: 2 } },
    { action: 'log_in.failed', subjectId: 8, details: { count: 1 } },
    { action: 'log_in.failed', details: { count: 1 } },
  ]);
});

it('failures of many users have at most 51 records, and all of them are counted', async () => {
  for (let at = 0; at < 10_000; at += 1) audit.count('log_in.failed', at);
  await write();
  expect(written).toHaveLength(51);
  expect(written.at(-1)).toEqual({ action: 'log_in.failed', details: { count: 9_950 } });
});

it('what could not be written is written later, together with what came meanwhile', async () => {
  audit.count('log_in.failed', 7);
  isAway = true;
  await write();
  audit.count('log_in.failed', 7);
  isAway = false;
  await write();
  expect(written).toEqual([{ action: 'log_in.failed', subjectId: 7, details: { count: 2 } }]);
});
