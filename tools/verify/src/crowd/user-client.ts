import { setTimeout as delay } from 'node:timers/promises';

import { CloseCode } from '@parley/protocol';
import type { ServerEvent } from '@parley/protocol';

import { isForNow } from '../ledger/refusals.js';
import { ConnectionRefused } from './connection.js';
import type { Connection, Refused } from './connection.js';
import type { ConnectionFactory } from './connection-factory.js';
import { NoToken } from './credentials.js';
import type { Credentials } from './credentials.js';

/** A request that was refused for good, or a user who cannot connect. */
class RequestFailed extends Error {}

interface OpenConnection {
  readonly connection: Connection;
  readonly token: string;
}

/** The default number of tries of a request, at intervals of half a second or longer. */
export const TRIES = 10;
const PAUSE_MS = 500;
/** A limit that lasts longer, such as STRANGERS_PER_HOUR, ends the run. */
const LONGEST_WAIT_SECONDS = 60;

/**
 * The requests of one user that prepare a run and read its result. Each request is repeated until it is answered, on a
 * new connection if the former one is closed, since nodes may stop during the run. A request may therefore be executed
 * more than once.
 */
export class UserClient {
  private open: OpenConnection | undefined;

  constructor(
    private readonly connections: ConnectionFactory,
    private readonly credentials: Credentials,
    private readonly tries = TRIES,
  ) {}

  /** @throws RequestFailed. @throws Error if no try was answered */
  async request(eventType: string, data: object): Promise<ServerEvent> {
    for (let left = this.tries; ; left -= 1) {
      try {
        const answer = await this.tryRequest(eventType, data);
        if ('frame' in answer) return answer.frame;
        throw refusalOf(eventType, answer.refused);
      } catch (error) {
        if (left <= 1 || error instanceof RequestFailed || error instanceof NoToken) throw error;
        // With jitter, since all rooms are read at the same time.
        const wait = error instanceof ConnectionRefused ? error.retryAfter * 1_000 * (1 + Math.random()) : 0;
        await delay(Math.max(wait, PAUSE_MS));
      }
    }
  }

  close(): void {
    this.open?.connection.close();
    this.open = undefined;
  }

  private async tryRequest(eventType: string, data: object): Promise<{ frame: ServerEvent } | { refused: Refused }> {
    this.open ??= await this.connections.open(this.credentials);
    const { connection, token } = this.open;
    const answer = await connection.request(eventType, data);
    if (answer) return answer;
    this.open = undefined;
    const { code, reason } = await connection.closed;
    const closed = `A socket was closed with ${String(code)} ${reason}.`;
    const mayReturn = code !== CloseCode.unauthenticated.code || (await this.credentials.renew(token));
    throw mayReturn ? new ConnectionRefused(closed) : new RequestFailed(closed);
  }
}

/** The refusal of a request, as an error that ends the preparation, or as one after which it is repeated. */
function refusalOf(eventType: string, { code, detail, retry_after: retryAfter = 0 }: Refused): Error {
  const isTemporary = isForNow(code) && retryAfter <= LONGEST_WAIT_SECONDS;
  return isTemporary
    ? new ConnectionRefused(`${eventType} was not answered: ${JSON.stringify(detail)}`, retryAfter)
    : new RequestFailed(`${eventType} was refused: ${JSON.stringify(detail)}`);
}
