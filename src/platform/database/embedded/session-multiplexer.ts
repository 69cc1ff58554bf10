/** Runs one message of PostgreSQL's protocol, and emits the response in pieces. */
export type RunMessage = (message: Uint8Array, onData: (data: Uint8Array) => void) => Promise<void>;

interface QueuedMessage {
  readonly clientId: number;
  readonly message: Uint8Array;
  readonly onData: (data: Uint8Array) => void;
  readonly resolve: (bytes: number) => void;
  readonly reject: (error: unknown) => void;
}

const TERMINATE = 'X'.charCodeAt(0);
/** ReadyForQuery: its letter and its length; the state of the session follows. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5]);
const IDLE = 'I'.charCodeAt(0);
/** Sync: its letter and its length. */
const SYNC = new Uint8Array([0x53, 0, 0, 0, 4]);
const ROLLBACK = new Uint8Array(Buffer.from('Q\0\0\0\rROLLBACK\0', 'latin1'));

/**
 * Multiplexes several clients onto the one session of the embedded database.
 *
 * A turn begins with a client's message and ends when the session is ready and in no transaction. So the parse, bind
 * and execute messages of clients are never interleaved, nor are their transactions. If a client disconnects during its
 * turn, its transaction is rolled back.
 */
export class SessionMultiplexer {
  private queue: QueuedMessage[] = [];
  private owner: number | undefined;
  private ownerIsGone = false;
  private busy = false;
  private working: Promise<void> | undefined;

  constructor(private readonly run: RunMessage) {}

  /** @returns the number of bytes of the response */
  enqueue(clientId: number, message: Uint8Array, onData: (data: Uint8Array) => void): Promise<number> {
    return new Promise((resolve, reject) => {
      this.queue.push({ clientId, message, onData, resolve, reject });
      this.wake();
    });
  }

  /** Drops the queued messages of a disconnected client. */
  clearQueueForHandler(clientId: number): void {
    const [dropped, kept] = [this.queue.filter(isFrom(clientId)), this.queue.filter((each) => !isFrom(clientId)(each))];
    this.queue = kept;
    for (const { reject } of dropped) reject(new Error('The client is gone.'));
  }

  /** Ends the turn of a disconnected client, and rolls its transaction back. */
  async clearTransactionIfNeeded(clientId: number): Promise<void> {
    if (this.owner !== clientId) return;
    this.ownerIsGone = true;
    this.wake();
    await this.working;
  }

  private wake(): void {
    if (this.busy) return;
    this.busy = true;
    this.working = this.work();
  }

  private async work(): Promise<void> {
    for (;;) {
      if (this.ownerIsGone) await this.reclaim();
      const next = this.next();
      if (!next) break;
      this.owner = next.clientId;
      await this.serve(next);
    }
    this.busy = false;
  }

  private isTaken(): boolean {
    return this.owner !== undefined;
  }

  private next(): QueuedMessage | undefined {
    const at = this.owner === undefined ? 0 : this.queue.findIndex(isFrom(this.owner));
    return at < 0 ? undefined : this.queue.splice(at, 1)[0];
  }

  private async serve({ message, onData, resolve, reject }: QueuedMessage): Promise<void> {
    let bytes = 0;
    try {
      if (message[0] === TERMINATE) this.endTurn();
      else {
        await this.runToEnd(message, (data) => {
          bytes += data.length;
          onData(data);
        });
      }
      resolve(bytes);
    } catch (error) {
      reject(error);
    }
  }

  /** Runs a message, and ends the turn if the session is idle after it. */
  private async runToEnd(message: Uint8Array, onData: (data: Uint8Array) => void): Promise<void> {
    let end = Buffer.alloc(0);
    await this.run(message, (data) => {
      end = Buffer.concat([end, data.subarray(-READY.length - 1)]).subarray(-READY.length - 1);
      onData(data);
    });
    const ready = end.length > READY.length && end.subarray(0, READY.length).equals(READY);
    if (ready && end[READY.length] === IDLE) this.endTurn();
  }

  /** A Sync ends an incomplete statement, and its response has the state of the transaction. */
  private async reclaim(): Promise<void> {
    const ignored = (): void => undefined;
    try {
      await this.runToEnd(SYNC, ignored);
      if (this.isTaken()) await this.runToEnd(ROLLBACK, ignored);
    } catch {
      // The next client gets the error of a session that cannot end its transaction.
    } finally {
      this.endTurn();
    }
  }

  private endTurn(): void {
    this.owner = undefined;
    this.ownerIsGone = false;
  }
}

const isFrom =
  (clientId: number) =>
  (message: QueuedMessage): boolean =>
    message.clientId === clientId;
