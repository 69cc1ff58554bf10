import { Logger } from '@nestjs/common';
import fc from 'fast-check';
import type { DataSource } from 'typeorm';

import { entities } from '../../src/features.js';
import { dataSource } from '../../src/platform/database/data-source.js';
import { DatabaseKind } from '../../src/platform/database/distribution/database-kind.js';
import { DatabaseHistory } from '../../src/platform/database/history/database-history.js';
import { Leaderships } from '../../src/platform/database/leases/leadership.js';
import { FakePulse } from '../../src/platform/database/pulse/database-pulse.fake.js';
import { UnitOfWork } from '../../src/platform/database/unit-of-work.js';
import type { Work } from '../../src/platform/database/unit-of-work.js';
import { TimerKinds } from '../../src/platform/timers/timer-kind.js';
import { TimerRunner } from '../../src/platform/timers/timer-runner.js';
import { Timers } from '../../src/platform/timers/timers.js';
import { timersAreDue, TimersRepository } from '../../src/platform/timers/timers.repository.js';
import { eventually } from '../support/eventually.js';
import { sampled } from '../support/sample.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';

const PAST = new Date('2000-01-01T00:00:00Z');
const FUTURE = new Date('2100-01-01T00:00:00Z');
const KINDS = ['note', 'other'];

let serviceData: ServiceData;
let source: DataSource;
let work: UnitOfWork;
let timers: Timers;
let userIds: number[];
let nodes: Node[];
/** Work of the kind `note` beside the record that it was done. */
let duringWork: (work: Work, key: string) => Promise<void>;

/** A node of the deployment, which runs timers when its pulse beats. */
class Node {
  private readonly pulse = new FakePulse();
  private readonly runner: TimerRunner;

  constructor(names = KINDS) {
    const kinds = new TimerKinds();
    for (const name of names) kinds.add({ name, run: (each, key) => record(each, name, key) });
    const repository = new TimersRepository(source);
    this.runner = new TimerRunner(repository, kinds, work, this.pulse.asPulse, new Leaderships(source));
    this.runner.onApplicationBootstrap();
  }

  beat(): void {
    this.pulse.beat();
  }

  stop(): Promise<void> {
    return this.runner.onApplicationShutdown();
  }
}

async function record(each: Work, kind: string, key: string): Promise<void> {
  await each.manager.query('INSERT INTO done (kind, key) VALUES ($1, $2)', [kind, key]);
  await duringWork(each, key);
}

beforeAll(async () => {
  serviceData = await newServiceData();
  source = await dataSource({ url: serviceData.env.DATABASE_URL! }, entities, {
    poolSize: 8,
    waitsForLocks: false,
    pooler: 'none',
    history: new DatabaseHistory(),
  }).initialize();
  work = new UnitOfWork(source, new DatabaseKind(false));
  timers = new Timers(new TimersRepository(source));
  await source.query('CREATE TABLE done (id serial, kind text, key text)');
  userIds = (await source.query<{ id: number }[]>('SELECT id FROM users ORDER BY id LIMIT 2')).map(({ id }) => id);
});
afterAll(async () => {
  await source.destroy();
  await serviceData.remove();
});

beforeEach(async () => {
  await source.query('TRUNCATE timers, done, leases');
  duringWork = () => Promise.resolve();
  nodes = [];
});
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(nodes.map((node) => node.stop()));
});

function startNode(names?: string[]): Node {
  const node = new Node(names);
  nodes.push(node);
  return node;
}

const set = (key: string, dueAt = PAST, { kind = 'note', userId }: { kind?: string; userId?: number } = {}) =>
  work.transaction((each) => timers.set(each, { kind, key, dueAt, userId }));

const cancel = (key: string) => work.transaction((each) => timers.cancel(each, { kind: 'note', key }));

const done = async (): Promise<string[]> =>
  (await source.query<{ key: string }[]>('SELECT key FROM done ORDER BY id')).map(({ key }) => key);

const keys = async (): Promise<string[]> =>
  (await source.query<{ key: string }[]>('SELECT key FROM timers ORDER BY key')).map(({ key }) => key);

async function isAnyDue(kinds = KINDS): Promise<boolean> {
  const [row] = await source.query<[{ due: boolean }]>(`SELECT ${timersAreDue(kinds)} AS due`);
  return row.due;
}

/** The nodes beat until they have run everything that is due. */
async function allRun(...running: readonly Node[]): Promise<void> {
  await eventually(async () => {
    for (const node of running) node.beat();
    return !(await isAnyDue());
  });
}

describe('timers', () => {
  it('run at their time, by their times, and not before it', async () => {
    await set('second', new Date(PAST.getTime() + 1_000));
    await set('first');
    await set('later', FUTURE);
    await allRun(startNode());
    expect(await done()).toEqual(['first', 'second']);
    expect(await keys()).toEqual(['later']);
  });

  it('do not run once they are cancelled, and run at the time to which they were moved', async () => {
    for (const key of ['cancelled', 'postponed']) await set(key);
    await set('brought forward', FUTURE);
    await cancel('cancelled');
    await set('postponed', FUTURE);
    await set('brought forward');
    await allRun(startNode());
    expect(await done()).toEqual(['brought forward']);
    expect(await keys()).toEqual(['postponed']);
  });

  it('are not set and not cancelled by a transaction that fails', async () => {
    await set('kept', FUTURE);
    const failing = work.transaction(async (each) => {
      await timers.set(each, { kind: 'note', key: 'never', dueAt: PAST });
      await timers.cancel(each, { kind: 'note', key: 'kept' });
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    expect(await keys()).toEqual(['kept']);
  });

  it('may be set again by their own work', async () => {
    duringWork = (each, key) => timers.set(each, { kind: 'note', key, dueAt: FUTURE });
    await set('again');
    await allRun(startNode());
    expect(await done()).toEqual(['again']);
    expect(await keys()).toEqual(['again']);
  });

  it('run once each on nodes that race for them', async () => {
    const all = Array.from({ length: 120 }, (_, at) => String(at));
    await work.transaction(async (each) => {
      for (const key of all) await timers.set(each, { kind: 'note', key, dueAt: PAST });
    });
    const running = [startNode(), startNode(), startNode()];
    const beats = setInterval(() => {
      for (const node of running) node.beat();
    }, 1);
    await eventually(async () => !(await isAnyDue()));
    clearInterval(beats);
    expect((await done()).toSorted()).toEqual(all.toSorted());
  });

  it('of a user with many delay those of another user by one', async () => {
    const [greedy, other] = userIds;
    for (let at = 0; at < 50; at += 1) await set(`greedy ${String(at)}`, PAST, { userId: greedy! });
    await set('other', new Date(PAST.getTime() + 1_000), { userId: other! });
    await set('of nobody', new Date(PAST.getTime() + 1_000));
    await allRun(startNode());
    const order = await done();
    expect(order).toHaveLength(52);
    expect(order.indexOf('other')).toBeLessThanOrEqual(2);
    expect(order.indexOf('of nobody')).toBeLessThanOrEqual(2);
  });
});

describe('a timer that fails', () => {
  it('is rolled back and postponed alone, and the log has none of its content', async () => {
    const warnings: string[] = [];
    vi.spyOn(Logger.prototype, 'warn').mockImplementation((line: string) => void warnings.push(line));
    duringWork = (_, key) => (key === 'bad' ? Promise.reject(new TypeError('secret words')) : Promise.resolve());
    for (const key of ['bad', 'good']) await set(key);
    await allRun(startNode());
    expect(await done()).toEqual(['good']);
    expect(warnings).toEqual(['Postponed a timer of the kind note that failed: TypeError']);
    const postponed = `SELECT key, attempts, round(extract(epoch FROM due_at - now())) BETWEEN 3 AND 5 AS soon FROM timers`;
    expect(await source.query(postponed)).toEqual([{ key: 'bad', attempts: 1, soon: true }]);
  });

  it('is retried later each time, and runs once it can', async () => {
    vi.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    await set('bad');
    await source.query('UPDATE timers SET attempts = 30');
    duringWork = () => Promise.reject(new Error('bad'));
    const node = startNode();
    await allRun(node);
    const hours = 'SELECT round(extract(epoch FROM due_at - now()) / 3600)::int AS hours FROM timers';
    expect(await source.query(hours)).toEqual([{ hours: 1 }]);
    duringWork = () => Promise.resolve();
    await source.query('UPDATE timers SET due_at = now()');
    await node.stop();
    await allRun(startNode());
    expect(await done()).toEqual(['bad']);
  });
});

describe('a node', () => {
  it('leaves timers of kinds that it does not know, and is not woken by them', async () => {
    await set('unknown', PAST, { kind: 'later_kind' });
    expect(await isAnyDue()).toBe(false);
    await set('known');
    await allRun(startNode());
    expect([await done(), await keys()]).toEqual([['known'], ['unknown']]);
    expect(await isAnyDue([])).toBe(false);
  });

  it('that was paused before its work and replaced meanwhile does nothing', async () => {
    await set('one');
    const [paused, other] = [startNode(), startNode()];
    let goOn: (() => void) | undefined;
    const read = vi.spyOn(TimersRepository.prototype, 'due').mockImplementationOnce(async () => {
      await new Promise<void>((resolve) => (goOn = resolve));
      return [{ kind: 'note', key: 'one' }];
    });
    vi.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    paused.beat();
    await expect.poll(() => goOn).toBeDefined();
    await source.query('UPDATE leases SET expires_at = now()');
    await allRun(other);
    await set('one', PAST);
    goOn?.();
    await paused.stop();
    expect(read).toHaveBeenCalled();
    expect(await done()).toEqual(['one']);
    expect(await keys()).toEqual(['one']);
  });

  it('refuses kinds of equal or invalid names', () => {
    expect(() => new Node(['note', 'note'])).toThrow('two kinds of timers have the name note');
    expect(() => new Node(["it's"])).toThrow("cannot have the name it's");
  });
});

/** The expected behaviour of the timers of a history. */
class Model {
  readonly isDue = new Map<string, boolean>();
  readonly ran: string[] = [];

  runAll(): void {
    const due = [...this.isDue].filter(([, isDue]) => isDue).map(([key]) => key);
    this.ran.push(...due);
    for (const key of due) this.isDue.delete(key);
  }
}

it('each timer runs exactly once for each time that it was set, in any history of sets, moves and cancels', async () => {
  const acts: Record<string, (model: Model, key: string) => Promise<void>> = {
    set: async ({ isDue }, key) => {
      await set(key);
      isDue.set(key, true);
    },
    setForLater: async ({ isDue }, key) => {
      await set(key, FUTURE);
      isDue.set(key, false);
    },
    cancel: async ({ isDue }, key) => {
      await cancel(key);
      isDue.delete(key);
    },
    run: async (model) => {
      const running = [new Node(), new Node()];
      await allRun(...running);
      // A round that is still under way would run what is set next.
      await Promise.all(running.map((node) => node.stop()));
      model.runAll();
    },
  };
  const step = fc.record({ act: fc.constantFrom(...Object.keys(acts)), key: fc.constantFrom('a', 'b', 'c') });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      await source.query('TRUNCATE timers, done');
      const model = new Model();
      for (const { act, key } of [...steps, { act: 'run', key: '' }]) await acts[act]!(model, key);
      expect((await done()).toSorted()).toEqual(model.ran.toSorted());
      expect(await keys()).toEqual([...model.isDue.keys()].toSorted());
    }),
    { numRuns: sampled(48) },
  );
});
