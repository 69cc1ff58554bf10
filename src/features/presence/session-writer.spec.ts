import { Logger } from '@nestjs/common';

import type { SocketTokenRegistry } from '../auth/sockets/socket-token-registry.js';
import { Signals } from '../../platform/cluster-signals/signals.js';
import { MetricsRegistry } from '../../platform/metrics/metrics.module.js';
import type { LastSeen } from './last-seen.js';
import { SessionWriter } from './session-writer.js';
import { Sessions } from './sessions.js';
import type { NodeStatus, SessionChanges, SessionsRepository } from './sessions.repository.js';
import { PresenceSubscriptions } from './presence-subscriptions.js';

/** A fake of the repository for one node, which records the writes. */
class Tables implements Pick<SessionsRepository, 'renew' | 'removeDead' | 'write' | 'end'> {
  readonly rows = new Map<string, Date>();
  readonly written: SessionChanges[] = [];
  status: NodeStatus = { wasKnown: false, wasLiving: false };
  removals = 0;
  away = false;
  /** Runs while a statement is on its way. */
  meanwhile = (): void => undefined;

  async renew(): Promise<NodeStatus> {
    await this.answer();
    const status = this.status;
    if (!status.wasKnown) this.rows.clear();
    this.status = { wasKnown: true, wasLiving: true };
    return status;
  }

  async removeDead(): Promise<void> {
    await this.answer();
    this.removals += 1;
  }

  async write(_nodeId: string, changes: SessionChanges): Promise<void> {
    await this.answer();
    this.written.push(changes);
    for (const { id } of changes.gone) this.rows.delete(id);
    for (const { id, seenAt } of changes.current) this.rows.set(id, seenAt);
  }

  async end(): Promise<void> {
    await this.answer();
    this.rows.clear();
  }

  private async answer(): Promise<void> {
    await Promise.resolve();
    this.meanwhile();
    if (this.away) throw new Error('the database is away');
  }
}

let tables: Tables;
let logIn: string | undefined;
let sessions: Sessions;
let writer: SessionWriter;

const aNode = async (inactivityThreshold = 60): Promise<void> => {
  tables = new Tables();
  sessions = new Sessions(
    { record: () => undefined } as unknown as LastSeen,
    new Signals(),
    new PresenceSubscriptions(),
    { logInOf: () => logIn } as unknown as SocketTokenRegistry,
  );
  const settings = { inactivityThreshold };
  writer = new SessionWriter(
    'here',
    sessions,
    tables as unknown as SessionsRepository,
    settings,
    new MetricsRegistry(),
  );
  await writer.onApplicationBootstrap();
};
const opens = (id: string): void => {
  sessions.opened({ connection: { id, close: () => undefined }, userId: 1, device: '' });
};
const closes = (id: string): void => sessions.closed(id, { code: 1000, reason: undefined });
const passes = (seconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(seconds * 1_000);
const rows = (): string[] => [...tables.rows.keys()];

beforeEach(() => {
  logIn = undefined;
  vi.useFakeTimers();
});
afterEach(async () => {
  await writer.onApplicationShutdown();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('the sessions of a node', () => {
  it('are written in batches, without sessions that closed before the write', async () => {
    await aNode();
    for (const id of ['one', 'two', 'brief']) opens(id);
    closes('brief');
    await passes(1);
    expect(rows()).toEqual(['one', 'two']);
    closes('one');
    opens('three');
    await passes(1);
    expect(rows()).toEqual(['two', 'three']);
    expect(tables.written).toHaveLength(2);
    await passes(60);
    expect(tables.written).toHaveLength(2);
  });

  it('are deleted by the next write if they close during a write', async () => {
    await aNode();
    opens('one');
    tables.meanwhile = () => closes('one');
    await passes(1);
    expect(rows()).toEqual(['one']);
    await passes(1);
    expect(rows()).toEqual([]);
  });

  it.each([
    { threshold: 60, heartbeatsEvery: 10 },
    { threshold: 9, heartbeatsEvery: 3 },
    { threshold: 1, heartbeatsEvery: 1 / 3 },
  ])(
    'have their heartbeats written every $heartbeatsEvery s, at a threshold of $threshold s',
    async ({ threshold, heartbeatsEvery }) => {
      await aNode(threshold);
      opens('one');
      await passes(heartbeatsEvery);
      const before = tables.written.length;
      for (let tenth = 0; tenth < 50; tenth += 1) {
        sessions.heartbeat('one');
        await passes(heartbeatsEvery / 10);
      }
      expect(tables.written.length - before).toBe(5);
      expect(Date.now() - tables.rows.get('one')!.getTime()).toBeLessThanOrEqual(heartbeatsEvery * 1_000);
    },
  );

  it('have the log-in of their token, and another one is written with the next batch', async () => {
    logIn = 'the first';
    await aNode();
    opens('one');
    await passes(1);
    expect(tables.written.at(-1)).toMatchObject({ current: [{ id: 'one', logIn: 'the first' }] });
    logIn = 'the second';
    await passes(1);
    expect(tables.written.at(-1)).toMatchObject({ current: [{ id: 'one', logIn: 'the second' }] });
    await passes(5);
    expect(tables.written).toHaveLength(2);
  });

  it('are all written again after the row of the node was lost', async () => {
    await aNode();
    for (const id of ['one', 'two']) opens(id);
    await passes(1);
    tables.status = { wasKnown: false, wasLiving: false };
    tables.rows.clear();
    await passes(5);
    expect(rows()).toEqual(['one', 'two']);
  });

  it('are deleted when the node stops', async () => {
    await aNode();
    opens('one');
    await passes(1);
    await writer.onApplicationShutdown();
    await passes(5);
    expect(rows()).toEqual([]);
  });
});

describe('during an outage of the database', () => {
  it('changes are kept for the first write after it, and one warning is logged', async () => {
    const warn = vi.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    await aNode();
    for (const id of ['one', 'two']) opens(id);
    await passes(1);
    tables.away = true;
    opens('three');
    await passes(1);
    for (const id of ['one', 'three']) closes(id);
    for (const id of ['four', 'brief']) opens(id);
    await passes(0);
    closes('brief');
    await passes(60);
    expect(warn).toHaveBeenCalledTimes(1);
    tables.away = false;
    await passes(1);
    expect(rows()).toEqual(['two', 'four']);
    expect(tables.written.at(-1)).toMatchObject({
      current: [{ id: 'four' }],
      gone: [{ id: 'one' }, { id: 'three' }, { id: 'brief' }],
    });
    expect(warn).toHaveBeenCalledTimes(1);
  });
});

describe('dead nodes', () => {
  it('are removed every 10 seconds by a node that has been alive for 10 seconds', async () => {
    await aNode();
    await passes(9);
    expect(tables.removals).toBe(0);
    await passes(2);
    expect(tables.removals).toBe(1);
    await passes(60);
    expect(tables.removals).toBe(7);
  });

  it('are not removed by a node that itself counted as dead a moment ago', async () => {
    await aNode();
    await passes(21);
    const { removals } = tables;
    tables.status = { wasKnown: true, wasLiving: false };
    await passes(9);
    expect(tables.removals).toBe(removals);
    await passes(6);
    expect(tables.removals).toBe(removals + 1);
  });
});
