import { randomUUID } from 'node:crypto';

import type { Leaderships } from '../../../platform/database/leases/leadership.js';
import type { Incoming } from '../receiving/incoming.js';
import type { ExpiredUploadsRepository } from './expired-uploads.repository.js';
import { IncomingSweep } from './incoming-sweep.js';

const OPEN_SECONDS = 1_500;
const [open, checked, young] = [randomUUID(), randomUUID(), randomUUID()];

const file = (key: string, ageSeconds: number) => ({
  key,
  bytes: 1,
  modifiedAt: new Date(Date.now() - ageSeconds * 1_000),
});

/** @returns the ids whose bytes are removed */
async function sweptIn(openSeconds: number, leads = true): Promise<string[]> {
  const removed: string[] = [];
  const incoming: Partial<Incoming> = {
    openSeconds,
    list: async function* () {
      await Promise.resolve();
      yield* [file(open, 3_600), file(checked, 3_600), file(young, 60), file('.hidden', 3_600)];
    },
    remove: (ids) => {
      removed.push(...ids);
      return Promise.resolve();
    },
  };
  const uploads: Partial<ExpiredUploadsRepository> = { open: () => Promise.resolve(new Set([open])) };
  let hasEnded: () => void = () => undefined;
  const ended = openSeconds === 0 ? Promise.resolve() : new Promise<void>((resolve) => (hasEnded = resolve));
  const giveUp = (): Promise<void> => {
    hasEnded();
    return Promise.resolve();
  };
  const leadership = { lead: () => Promise.resolve(leads), giveUp };
  const sweep = new IncomingSweep(
    uploads as ExpiredUploadsRepository,
    incoming as Incoming,
    { create: () => leadership } as unknown as Leaderships,
  );
  sweep.onApplicationBootstrap();
  await ended;
  await sweep.onApplicationShutdown();
  return removed;
}

describe('bytes at the store itself', () => {
  it('are removed if their upload is not open, and none can be on their way', async () => {
    expect(await sweptIn(OPEN_SECONDS)).toEqual([checked]);
  });

  it('are left to the node that leads, and where the service receives them', async () => {
    expect(await sweptIn(OPEN_SECONDS, false)).toEqual([]);
    expect(await sweptIn(0)).toEqual([]);
  });
});
