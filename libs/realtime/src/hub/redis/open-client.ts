import type { createClient } from 'redis';

import type { Endpoint, Login } from './redis-address.js';

export type Client = ReturnType<typeof createClient>;

/** The time limit of a connection attempt, and of a question about the masters. */
const ANSWER_LIMIT_MS = 1_000;

export interface ClientOptions {
  /** The pause before another attempt to connect, or false: the client ends with its connection. */
  readonly reconnect: false | ((retries: number, cause: Error) => number | Error);
  readonly RESP?: 2 | 3;
  readonly commandsQueueMaxLength?: number;
}

/**
 * Makes clients of one server each, not connected yet. Their commands fail at once without a connection: what they
 * publish would be late, and what it is about is healed otherwise.
 */
export const clientFactory = (create: typeof createClient) => {
  // Each call of `create` makes a class with hundreds of commands, which takes many milliseconds.
  const template = create({ disableOfflineQueue: true, maintNotifications: 'disabled' });
  return ({ host, port }: Endpoint, { tls, ...credentials }: Login, { reconnect, ...options }: ClientOptions): Client =>
    template.duplicate({
      ...credentials,
      ...options,
      socket: { host, port, connectTimeout: ANSWER_LIMIT_MS, reconnectStrategy: reconnect, ...(tls && { tls }) },
    });
};

export type OpenClient = ReturnType<typeof clientFactory>;

/** @throws Error if there is no answer in time */
export async function inTime<Answer>(answer: Promise<Answer>, server: string): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`${server} has not answered for ${String(ANSWER_LIMIT_MS / 1_000)} second`));
    }, ANSWER_LIMIT_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
