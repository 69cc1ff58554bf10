import { setTimeout as delay } from 'node:timers/promises';

import { CloseCode } from '@parley/protocol';
import type { ServerEvent, SyncPage } from '@parley/protocol';

import { isPrivate } from '../ledger/device-record.js';
import type { ConnectionRecord, DeviceRecord, Numbered } from '../ledger/device-record.js';
import { isOutage } from '../ledger/refusals.js';
import { ConnectionRefused } from './connection.js';
import type { Answer, Closing, Connection, Refused } from './connection.js';
import type { Counters } from './counters.js';
import type { Credentials } from './credentials.js';
import { RateLimiter } from './connection-factory.js';
import type { ConnectionFactory } from './connection-factory.js';
import { OutageBackoff } from './outage-backoff.js';
import type { Random } from './random.js';

const SHORTEST_BACKOFF_MS = 100;
const LONGEST_BACKOFF_MS = 5_000;
/** Half of the default rate limit of a connection. */
const EVENTS_PER_SECOND = 25;
/** The timeout of a sync, after which the connection is closed. */
const SYNC_TIMEOUT_MS = 20_000;

/** Whether every node to which a device is connected has threads, pins and polls, as it has private state. */
export const haveConversations = (devices: readonly Device[]): boolean =>
  devices.every(({ isReady, hasPrivateState }) => !isReady || hasPrivateState);

/** The dependencies of a device. */
export interface VerifyContext {
  readonly connections: ConnectionFactory;
  readonly random: Random;
  readonly counters: Counters;
}

/**
 * One device of a user: it keeps a connection open until it leaves, and reconnects with a sync whenever the connection
 * is lost. It records all frames that it receives.
 */
export class Device {
  private connection: Connection | undefined;
  private readonly leaving = new AbortController();
  /** The milliseconds before the next connection, after the device has disconnected by itself. */
  private awayMs: number | undefined;
  private readonly rateLimiter = new RateLimiter(EVENTS_PER_SECOND);
  private readonly outage: OutageBackoff;
  private failures = 0;
  private running: Promise<void> | undefined;
  private leastScheduleSeconds: number | undefined;
  /** The reason why the device cannot reconnect. */
  private refusalReason: string | undefined;

  constructor(
    private readonly credentials: Credentials,
    readonly record: DeviceRecord,
    private readonly context: VerifyContext,
  ) {
    this.outage = new OutageBackoff(context.random);
  }

  /** Whether the device is connected and has synced. */
  get isReady(): boolean {
    return this.connection?.isOpen === true && this.record.connection !== undefined;
  }

  /** Whether its node has private state. */
  get hasPrivateState(): boolean {
    return this.record.connection?.receivesPrivateChanges === true;
  }

  /** Whether a request may be sent now: during an outage, one after a pause. */
  get mayRequest(): boolean {
    return this.isReady && this.outage.permits();
  }

  /** The reason why the device cannot reconnect; undefined while it can. */
  get stoppedReason(): string | undefined {
    return this.refusalReason;
  }

  /** By how much a scheduled message must be ahead, in seconds; undefined if its node has no scheduled messages. */
  get scheduleSeconds(): number | undefined {
    return this.leastScheduleSeconds;
  }

  start(): void {
    this.running ??= this.stayConnected();
  }

  /** Disconnects permanently. */
  async leave(): Promise<void> {
    this.leaving.abort();
    this.connection?.close();
    await this.running;
  }

  /** Begins a request, and waits until the rate limit permits it. Only if {@link mayRequest}. */
  waitForSlot(): Promise<void> {
    this.outage.begin();
    return this.rateLimiter.acquire();
  }

  async request(eventType: string, data: object): Promise<Answer> {
    const answer = await this.connection?.request(eventType, data);
    const refused = answer && 'refused' in answer ? answer.refused : undefined;
    if (refused) this.context.counters.refused(refused.code);
    if (!answer) this.outage.unanswered();
    else if (refused && isOutage(refused)) this.outage.failed(refused.retry_after ?? 0);
    else this.outage.succeeded();
    return answer;
  }

  /** A request was not answered in time. */
  timedOut(): void {
    this.outage.failed(0);
  }

  /** @param awayFor the milliseconds before the device reconnects */
  disconnect(how: 'close' | 'cut', awayFor: number): void {
    this.awayMs = awayFor;
    this.connection?.[how]();
  }

  private async stayConnected(): Promise<void> {
    while (!this.leaving.signal.aborted && this.refusalReason === undefined) {
      await this.connect().catch((error: unknown) => {
        this.context.counters.addRemark(error instanceof Error ? error.message : String(error));
        this.awayMs = error instanceof ConnectionRefused ? this.awayFor(error.retryAfter) : undefined;
      });
      const pause = this.awayMs ?? this.backoff();
      this.awayMs = undefined;
      await delay(pause, undefined, { signal: this.leaving.signal }).catch(() => undefined);
    }
  }

  /** One connection, from the handshake to its end. */
  private async connect(): Promise<void> {
    this.failures += 1;
    const { connection, token } = await this.context.connections.open(this.credentials);
    if (this.leaving.signal.aborted) {
      connection.cut();
      return;
    }
    this.connection = connection;
    const connectionRecord = this.record.connect();
    connection.listen((frame) => {
      receiveFrame(connectionRecord, frame, ({ limits }) => {
        this.leastScheduleSeconds = limits?.schedule_min_seconds;
        void this.sync(connection, connectionRecord);
      });
    });
    const closing = await connection.closed;
    connectionRecord.close();
    await this.closed(closing, token);
  }

  private async sync(connection: Connection, connectionRecord: ConnectionRecord): Promise<void> {
    const { counters } = this.context;
    const timeout = setTimeout(() => {
      counters.addRemark(`a sync was not complete after ${String(SYNC_TIMEOUT_MS / 1_000)} s`);
      connection.cut();
    }, SYNC_TIMEOUT_MS);
    const refusal = await requestSync(connection, connectionRecord, this.record);
    clearTimeout(timeout);
    if (refusal) {
      counters.addRemark(`session.sync was refused with ${String(refusal.code)}`);
      this.awayMs = this.awayFor(refusal.retry_after ?? 0);
      connection.cut();
    } else if (connectionRecord.isLive) {
      this.failures = 0;
      counters.synced();
    }
  }

  private async closed({ code, reason }: Closing, token: string): Promise<void> {
    if (this.awayMs !== undefined || this.leaving.signal.aborted) return;
    this.context.counters.closed(code);
    if (code !== CloseCode.unauthenticated.code) return;
    if (!(await this.credentials.renew(token))) this.refusalReason = `its token is no longer accepted (${reason})`;
  }

  /** @param retryAfter seconds; 0 if the deployment did not name them */
  private awayFor(retryAfter: number): number | undefined {
    return retryAfter > 0 ? retryAfter * 1_000 + this.backoff() : undefined;
  }

  private backoff(): number {
    const most = Math.min(LONGEST_BACKOFF_MS, SHORTEST_BACKOFF_MS * 2 ** Math.min(this.failures, 10));
    return this.context.random.between(most / 2, most);
  }
}

/** Of the first frame; earlier releases have less. */
interface SnapshotMeta {
  readonly private_seq?: number;
  readonly limits?: { readonly schedule_min_seconds?: number };
}

function receiveFrame(
  connectionRecord: ConnectionRecord,
  frame: ServerEvent,
  onSnapshot: (meta: SnapshotMeta) => void,
): void {
  if (frame.eventType === 'chat.notifications') {
    const meta: SnapshotMeta = frame.meta ?? {};
    connectionRecord.receiveSnapshot(frame.data, meta.private_seq);
    onSnapshot(meta);
  } else if (isPrivate(frame)) connectionRecord.receivePrivate(frame);
  else if (isNumbered(frame)) connectionRecord.receive(frame, performance.now());
}

/** Whether a frame is a numbered change. The answer to a retried send is not: it repeats an earlier change. */
const isNumbered = (frame: ServerEvent): frame is Numbered =>
  frame.room_id !== undefined && frame.seq !== undefined && frame.meta?.duplicate !== true;

/** @returns the refusal; undefined when the sync is complete, or the connection is closed */
function requestSync(
  connection: Connection,
  connectionRecord: ConnectionRecord,
  device: DeviceRecord,
): Promise<Refused | undefined> {
  const rooms = device.positions();
  const positions = {
    ...(Object.keys(rooms).length > 0 && { rooms, epoch: device.epoch }),
    ...(connectionRecord.receivesPrivateChanges && { private_seq: device.privateCopy.upTo }),
  };
  return new Promise((resolve) => {
    connection.requestFrames('session.sync', positions, (answer) => {
      if (answer && 'frame' in answer) {
        const page = answer.frame.data as unknown as SyncPage;
        connectionRecord.receiveSyncPage(page, (answer.frame.meta as { readonly epoch?: string } | undefined)?.epoch);
        if (!page.complete) return 'more';
      }
      resolve(answer && 'refused' in answer ? answer.refused : undefined);
      return 'done';
    });
  });
}
