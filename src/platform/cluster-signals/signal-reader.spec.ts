import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';

import { storedJson } from '../database/stored-text.js';
import { SignalReader } from './signal-reader.js';
import { Signals } from './signals.js';

const broken = { name: 'broken' };
const tokenRevoked: { name: string; payload?: { tokenId: string } } = { name: 'token.revoked' };

/** A database whose signals table has these rows. */
const databaseWith = (rows: readonly { id: number; kind: string; payload: unknown }[]): DataSource =>
  ({ query: () => Promise.resolve(rows.map((row) => ({ ...row, horizon: 1 }))) }) as unknown as DataSource;

beforeAll(() => {
  Logger.overrideLogger(false);
});
afterAll(() => {
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
    const reader = new SignalReader(databaseWith(rows), signals);
    await reader.onApplicationBootstrap();
    await reader.onApplicationShutdown();
    expect(failures).toBe(1);
    expect(revoked).toEqual(['a token']);
  });

  it('delivers the text of a payload as it was before it was encoded for PostgreSQL', async () => {
    const payload = { tokenId: 'a\u0000token\u00010' };
    const signals = new Signals();
    const revoked: string[] = [];
    signals.on(tokenRevoked, ({ tokenId }) => revoked.push(tokenId));
    const reader = new SignalReader(
      databaseWith([{ id: 1, kind: 'token.revoked', payload: storedJson(payload) }]),
      signals,
    );
    await reader.onApplicationBootstrap();
    await reader.onApplicationShutdown();
    expect(revoked).toEqual([payload.tokenId]);
  });
});
