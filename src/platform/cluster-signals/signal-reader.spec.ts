import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';

import { DatabaseHistory } from '../database/history/database-history.js';
import { FakePulse } from '../database/pulse/database-pulse.fake.js';
import { storedJson } from '../database/stored-text.js';
import { SignalReader } from './signal-reader.js';
import { Signals } from './signals.js';

const broken = { name: 'broken' };
const tokenRevoked: { name: string; payload?: { tokenId: string } } = { name: 'token.revoked' };

/** A database in whose signals table these rows are committed after the first poll. */
function readerOf(rows: readonly { id: number; kind: string; payload: unknown }[], signals: Signals): SignalReader {
  const polls = [[], rows];
  const source = { query: () => Promise.resolve(polls.shift() ?? []) } as unknown as DataSource;
  return new SignalReader(source, signals, new DatabaseHistory(), pulse.asPulse);
}

/** Starts the reader, and stops it after its second poll. */
async function poll(reader: SignalReader): Promise<void> {
  await reader.onApplicationBootstrap();
  pulse.beat();
  await reader.onApplicationShutdown();
}

let pulse: FakePulse;

beforeEach(() => {
  pulse = new FakePulse();
});
beforeAll(() => {
  Logger.overrideLogger(false);
  vi.useFakeTimers();
});
afterAll(() => {
  vi.useRealTimers();
  Logger.overrideLogger(true);
});

describe('SignalReader', () => {
  it('delivers later signals although the listener for an earlier one throws', async () => {
    const signals = new Signals();
    const revoked: string[] = [];
    let failures = 0;
    signals.on(broken, () => {
      failures += 1;
      throw new Error('this listener fails');
    });
    signals.on(tokenRevoked, ({ tokenId }) => revoked.push(tokenId));
    const rows = [
      { id: 1, kind: 'broken', payload: null },
      { id: 2, kind: 'token.revoked', payload: { tokenId: 'a token' } },
    ];
    await poll(readerOf(rows, signals));
    expect(failures).toBe(1);
    expect(revoked).toEqual(['a token']);
  });

  it('delivers the text of a payload as it was before it was encoded for PostgreSQL', async () => {
    const payload = { tokenId: 'a\u0000token\u00010' };
    const signals = new Signals();
    const revoked: string[] = [];
    signals.on(tokenRevoked, ({ tokenId }) => revoked.push(tokenId));
    await poll(readerOf([{ id: 1, kind: 'token.revoked', payload: storedJson(payload) }], signals));
    expect(revoked).toEqual([payload.tokenId]);
  });
});
