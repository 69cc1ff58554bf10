import { Logger } from '@nestjs/common';

import { PeriodicTask } from '../../async/periodic-task.js';
import { LogRecord } from '../../logging/log-record.js';
import { beginEpoch } from './begin-epoch.js';
import type { Query } from '../query.js';
import { judge, readState, stateExpression } from './database-state.js';
import type { DatabaseState, SeenState, Verdict } from './database-state.js';
import { hasRooms, lacksNumbers, lockEpochs, setOrigin } from './epoch-statements.js';
import { areNone, NO_NUMBERS, NotedNumbers } from './log-numbers.js';
import type { LogNumbers } from './log-numbers.js';
import type { Witness } from './witness.js';

export interface PooledConnection {
  readonly run: Query;
  /** Opens a connection to the same database that is not checked. The caller closes it. */
  another(): Promise<{ readonly run: Query; end(): Promise<void> }>;
  /** Closes it at once. Its statements fail as those of a lost connection. */
  discard(): void;
}

const EXPLANATIONS: Readonly<Record<Verdict, string>> = {
  unchanged: '',
  'other-epoch': 'Another process has begun an epoch',
  moved: 'The database was restored or promoted',
  rewound: 'The database lacks changes that it had',
};

/**
 * Finds that the database went back: that it may lack committed changes, after a restore or a failover for example.
 * Then an epoch begins, before any statement of this process can give the number of a lost message to another one. It
 * has written less than it had, or, if something else has written to it since, it lacks the newest numbers of logs.
 *
 * Each new connection is compared with what this process has seen of the database, before the pool hands it out. So is
 * the database itself, by the question of a running process. Witnesses outside of the database keep what was seen for
 * the next start.
 */
export class DatabaseHistory {
  private readonly log = new Logger('Database');
  private readonly connections = new Set<PooledConnection>();
  private readonly listeners: (() => void)[] = [];
  private readonly looking = new PeriodicTask(() => this.look(), this.log, 'Cannot compare the database');
  private readonly keeping = new PeriodicTask(() => this.keep(), this.log, 'Cannot keep what was seen of the database');
  private another: PooledConnection['another'] | undefined;
  private run: Query | undefined;
  private witnesses: readonly Witness[] = [];
  private written: SeenState | undefined;
  private seen: SeenState | undefined;
  private delivered: () => LogNumbers['rooms'] = () => NO_NUMBERS.rooms;
  /** The newest numbers of this epoch. */
  private noted = new NotedNumbers();
  /** The numbers that the witnesses have not been given. */
  private fresh = new NotedNumbers();
  /** Whether a connection was lost since the numbers of rooms were compared. */
  private hasLostConnection = false;
  private settling: Promise<void> | undefined;

  /** The id of the present epoch, a UUID in lower case. Read it before the data whose epoch it names. */
  get epochId(): string {
    if (!this.seen) throw new Error('the history of the database is not known yet');
    return this.seen.epochId;
  }

  /** @param listener called when another epoch has begun: what the process remembers of the database may be wrong */
  onEpoch(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** @param delivered returns numbers that the database had: compared after connections were lost */
  compareNumbers(delivered: () => LogNumbers['rooms']): void {
    this.delivered = delivered;
  }

  /** The database has given a number to a change of a room. */
  noteRoom(roomId: string, seq: number): void {
    for (const numbers of [this.noted, this.fresh]) numbers.noteRoom(roomId, seq);
  }

  /** The database has given a number to a private change of a user. */
  noteUser(userId: number, seq: number): void {
    for (const numbers of [this.noted, this.fresh]) numbers.noteUser(userId, seq);
  }

  /**
   * Compares the database with its last epoch and with what witnesses have kept. Called once the tables exist.
   * @param run runs a statement on a connection of the pool
   */
  async start(run: Query, witnesses: readonly Witness[]): Promise<void> {
    const kept = (await Promise.all(witnesses.map((witness) => witness.read()))).filter((seen) => seen !== undefined);
    for (const seen of [undefined, ...kept]) {
      const known = seen && [seen.numbers];
      const state = await readState(run, seen);
      if (beginsEpoch(await verdictOf(run, state, seen, known))) await this.settle(seen, known);
      else this.seen = state;
    }
    this.run = run;
    this.witnesses = witnesses;
    if (kept.length > 0 || !(await hasRooms(run))) return;
    this.log.log('Nothing is known of the database outside of it: it may have lost changes before this start');
  }

  /** Asked again and again by a running process, which compares the answer, and keeps what is seen. */
  get question(): {
    readonly name: string;
    readonly expression: (seen: string) => string;
    readonly parameters: () => readonly unknown[];
    readonly answered: (answer: unknown) => void;
  } {
    let asked: SeenState | undefined;
    return {
      name: 'history',
      expression: (seen) => `(SELECT row_to_json(state) FROM (${stateExpression(`${seen}::uuid`)}) state)`,
      parameters: () => {
        asked = this.seen;
        return [asked?.epochId ?? null];
      },
      answered: (state) => this.compareAnswer((state ?? undefined) as DatabaseState | undefined, asked),
    };
  }

  async stop(): Promise<void> {
    await this.looking.stop();
    await this.keeping.stop();
    if (!this.run) return;
    // A database that was lost may not respond.
    await (this.hasLostConnection ? this.keeping : this.looking).runNow();
  }

  /** @throws Error if the connection cannot be compared: it must not be used */
  async check(connection: PooledConnection): Promise<void> {
    this.another ??= () => connection.another();
    if (this.run) await this.compare(connection.run);
    this.connections.add(connection);
  }

  ended(connection: PooledConnection): void {
    this.connections.delete(connection);
  }

  /** A connection was lost: the database may be another one now. */
  lost(): void {
    this.hasLostConnection = true;
  }

  private async look(): Promise<void> {
    const { run } = this;
    if (!run) return;
    await this.compare(run);
    await this.keep();
  }

  /** @param seen what was seen when the state was asked for */
  private compareAnswer(state: DatabaseState | undefined, seen: SeenState | undefined): void {
    if (!state || this.hasLostConnection || judge(state, seen) !== 'unchanged') void this.looking.runNow();
    else {
      this.see(state);
      void this.keeping.runNow();
    }
  }

  private async keep(): Promise<void> {
    const { seen, fresh } = this;
    if (!seen || (isEqual(seen, this.written) && areNone(fresh))) return;
    this.fresh = new NotedNumbers();
    try {
      await Promise.all(this.witnesses.map((witness) => witness.write(seen, fresh)));
    } catch (error) {
      this.fresh = fresh.followedBy(this.fresh);
      throw error;
    }
    this.written = seen;
  }

  private async compare(run: Query): Promise<void> {
    const { seen } = this;
    const state = await readState(run, seen);
    const wasLost = this.hasLostConnection;
    const known = wasLost ? this.known() : undefined;
    if ((await verdictOf(run, state, seen, known)) === 'unchanged') {
      if (wasLost) this.hasLostConnection = false;
      this.see(state);
      return;
    }
    this.settling ??= this.settle(seen, known).finally(() => {
      this.settling = undefined;
    });
    await this.settling;
  }

  /** The numbers of the database when connections were lost. */
  private known(): readonly LogNumbers[] {
    return [{ ...NO_NUMBERS, rooms: this.delivered() }, this.noted];
  }

  /** Begins an epoch if necessary, and adopts the present one. One process at a time, on a connection of its own. */
  private async settle(seen: SeenState | undefined, known: readonly LogNumbers[] | undefined): Promise<void> {
    if (!this.another) throw new Error('no connection has been opened');
    const connection = await this.another();
    const { run } = connection;
    try {
      await run('BEGIN', []);
      await lockEpochs(run);
      const verdict = await verdictOf(run, await readState(run, seen), seen, known);
      if (verdict === 'moved' && !(await hasRooms(run))) await setOrigin(run);
      else if (beginsEpoch(verdict)) await beginEpoch(run, verdict);
      const state = await readState(run, seen);
      await run('COMMIT', []);
      this.hasLostConnection = false;
      this.adopt(state, EXPLANATIONS[verdict]);
    } finally {
      await connection.end();
    }
  }

  private see(state: SeenState): void {
    if (state.epochId === this.seen?.epochId && state.position < this.seen.position) return;
    this.seen = state;
  }

  private adopt(state: SeenState, explanation: string): void {
    const before = this.seen?.epochId;
    this.seen = state;
    if (before === state.epochId) return;
    if (explanation !== '' && before !== undefined) {
      const text = `${explanation}: epoch ${state.epochId} begins, and all clients sync`;
      this.log.warn(LogRecord.from(text, { epoch: state.epochId }));
    }
    [this.noted, this.fresh] = [new NotedNumbers(), new NotedNumbers()];
    // They may lead to a database that is not the present one.
    for (const connection of this.connections) connection.discard();
    this.connections.clear();
    for (const listener of this.listeners) listener();
  }
}

const beginsEpoch = (verdict: Verdict): verdict is 'moved' | 'rewound' => verdict === 'moved' || verdict === 'rewound';

/** @param known numbers that the database had in the epoch that was seen; undefined: they need not be compared */
async function verdictOf(
  run: Query,
  state: DatabaseState,
  seen: SeenState | undefined,
  known: readonly LogNumbers[] | undefined,
): Promise<Verdict> {
  const verdict = judge(state, seen);
  if (verdict !== 'unchanged') return verdict;
  for (const numbers of known ?? []) if (await lacksNumbers(run, numbers)) return 'rewound';
  return verdict;
}

const isEqual = (one: SeenState, other: SeenState | undefined): boolean =>
  one.epochId === other?.epochId && one.origin === other.origin && one.position === other.position;
