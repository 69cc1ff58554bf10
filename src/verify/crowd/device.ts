import { setTimeout as delay } from 'node:timers/promises';

import { CloseCode } from '@parley/protocol';
import type { ServerEvent, SyncPage } from '@parley/protocol';

import type { ConnectionRecord, DeviceRecord, Numbered } from '../ledger/device-record.js';
import type { Credentials } from './credentials.js';
import type { Door } from './door.js';
import { TurnedAway } from './line.js';
import type { Answer, Closing, Line, Refused } from './line.js';
import { Pace } from './pace.js';
import type { Random } from './random.js';
import type { Tally } from './tally.js';

const SHORTEST_BACKOFF_MS = 100;
const LONGEST_BACKOFF_MS = 5_000;
/** Half of the default rate limit of a connection. */
const EVENTS_PER_SECOND = 25;
/** The timeout of a sync, after which the connection is closed. */
const SYNC_PATIENCE_MS = 20_000;

/** The dependencies of a device. */
export interface Surroundings {
  readonly door: Door;
  readonly random: Random;
  readonly tally: Tally;
}

/**
 * One device of a user: it keeps a connection open until it leaves, and reconnects with a sync whenever the connection
 * is lost. It records all frames that it receives.
 */
export class Device {
  private line: Line | undefined;
  private readonly leaving = new AbortController();
  /** The milliseconds before the next connection, after the device has disconnected by itself. */
  private absence: number | undefined;
  private readonly pace = new Pace(EVENTS_PER_SECOND);
  private failures = 0;
  private running: Promise<void> | undefined;
  /** The reason why the device cannot reconnect. */
  private barred: string | undefined;

  constructor(
    private readonly credentials: Credentials,
    readonly record: DeviceRecord,
    private readonly around: Surroundings,
  ) {}

  /** Whether the device is connected and has synced. */
  get isAwake(): boolean {
    return this.line?.isOpen === true && this.record.connection !== undefined;
  }

  /** The reason why the device cannot reconnect; undefined while it can. */
  get outOfTheGame(): string | undefined {
    return this.barred;
  }

  start(): void {
    this.running ??= this.stay();
  }

  /** Disconnects permanently. */
  async leave(): Promise<void> {
    this.leaving.abort();
    this.line?.close();
    await this.running;
  }

  /** Waits until the rate limit permits the next request. */
  turn(): Promise<void> {
    return this.pace.turn();
  }

  async ask(eventType: string, data: object): Promise<Answer> {
    const answer = await this.line?.ask(eventType, data);
    if (answer && 'refused' in answer) this.around.tally.refused(answer.refused.code);
    return answer;
  }

  /** @param awayFor the milliseconds before the device reconnects */
  hangUp(how: 'close' | 'cut', awayFor: number): void {
    this.absence = awayFor;
    this.line?.[how]();
  }

  private async stay(): Promise<void> {
    while (!this.leaving.signal.aborted && this.barred === undefined) {
      await this.connect().catch((error: unknown) => {
        this.around.tally.notes(error instanceof Error ? error.message : String(error));
        this.absence = error instanceof TurnedAway && error.retryAfter > 0 ? error.retryAfter * 1_000 : undefined;
      });
      const pause = this.absence ?? this.backoff();
      this.absence = undefined;
      await delay(pause, undefined, { signal: this.leaving.signal }).catch(() => undefined);
    }
  }

  /** One connection, from the handshake to its end. */
  private async connect(): Promise<void> {
    this.failures += 1;
    const { line, token } = await this.around.door.open(this.credentials);
    if (this.leaving.signal.aborted) {
      line.cut();
      return;
    }
    this.line = line;
    const connection = this.record.connects();
    line.listen((frame) => {
      hear(connection, frame, () => {
        void this.sync(line, connection);
      });
    });
    const closing = await line.closed;
    connection.closes();
    await this.closed(closing, token);
  }

  private async sync(line: Line, connection: ConnectionRecord): Promise<void> {
    const { tally } = this.around;
    const patience = setTimeout(() => {
      tally.notes(`a sync was not complete after ${String(SYNC_PATIENCE_MS / 1_000)} s`);
      line.cut();
    }, SYNC_PATIENCE_MS);
    const refusal = await syncs(line, connection, this.record.marks());
    clearTimeout(patience);
    if (refusal) {
      tally.notes(`session.sync was refused: ${JSON.stringify(refusal.detail)}`);
      line.cut();
    } else if (connection.isLive) {
      this.failures = 0;
      tally.synced();
    }
  }

  private async closed({ code, reason }: Closing, token: string): Promise<void> {
    if (this.absence !== undefined || this.leaving.signal.aborted) return;
    this.around.tally.closed(code);
    if (code !== CloseCode.unauthenticated.code) return;
    if (!(await this.credentials.renew(token))) this.barred = `its token is no longer accepted (${reason})`;
  }

  private backoff(): number {
    const most = Math.min(LONGEST_BACKOFF_MS, SHORTEST_BACKOFF_MS * 2 ** Math.min(this.failures, 10));
    return this.around.random.between(most / 2, most);
  }
}

function hear(connection: ConnectionRecord, frame: ServerEvent, greeted: () => void): void {
  if (frame.eventType === 'chat.notifications') {
    connection.greets(frame.data);
    greeted();
  } else if (isNumbered(frame)) connection.hears(frame, performance.now());
}

/** Whether a frame is a numbered change. The answer to a retried send is not: it repeats an earlier change. */
const isNumbered = (frame: ServerEvent): frame is Numbered =>
  frame.room_id !== undefined && frame.seq !== undefined && frame.meta?.duplicate !== true;

/** @returns the refusal; undefined when the sync is complete, or the connection is closed */
function syncs(
  line: Line,
  connection: ConnectionRecord,
  rooms: Readonly<Record<string, number>>,
): Promise<Refused | undefined> {
  return new Promise((resolve) => {
    line.askFor('session.sync', Object.keys(rooms).length > 0 ? { rooms } : {}, (answer) => {
      if (answer && 'frame' in answer) {
        const page = answer.frame.data as unknown as SyncPage;
        connection.syncs(page);
        if (!page.complete) return 'more';
      }
      resolve(answer && 'refused' in answer ? answer.refused : undefined);
      return 'done';
    });
  });
}
