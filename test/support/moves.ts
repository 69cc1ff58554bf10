import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { outcomeOf, parley } from './command.js';
import type { Outcome } from './command-host.js';
import { DatabaseRelay } from './database-relay.js';
import { environment } from './environment.js';
import { messagesOf, statementsIn } from './postgres-messages.js';
import type { ServiceData } from './service-data.js';

const PARLEY = join(import.meta.dirname, '../../bin/parley.js');

export interface Moved {
  readonly rows: Readonly<Record<string, number>>;
  readonly epoch: string;
}

const wordsOf = (source: ServiceData, url: string): string[] => ['move', '--from', source.env.DATA_DIR!, '--to', url];

/** Moves an embedded database to an empty PostgreSQL. */
export const move = (source: ServiceData, target: ServiceData): Promise<Moved> =>
  parley(source, ...wordsOf(source, target.env.DATABASE_URL!)) as Promise<Moved>;

/** A move that may be refused. */
export const outcomeOfMove = (source: ServiceData, url: string): Promise<Outcome> =>
  outcomeOf(source, ...wordsOf(source, url));

/** The data of a service after the move: it keeps its folder. */
export const movedData = (source: ServiceData, target: ServiceData): ServiceData => ({
  ...source,
  env: { ...source.env, ...target.env, DATA_DIR: source.env.DATA_DIR! },
});

/**
 * Runs a move that is killed at a statement for the target.
 * @param statement the beginning of that statement
 * @param passing how many others with this beginning pass before
 * @param reaches whether the target gets the statement, whose end nobody waits for
 * @returns how the process ended
 */
export async function killedMove(
  source: ServiceData,
  target: ServiceData,
  { statement, passing = 0, reaches = false }: { statement: string; passing?: number; reaches?: boolean },
): Promise<unknown> {
  let left = passing;
  let kill = (): void => undefined;
  let isKilled = false;
  const relay = await DatabaseRelay.to(target.env.DATABASE_URL!, (client, server) => {
    const statementIn = statementsIn();
    const listen = messagesOf('client', (message) => {
      if (statementIn(message)?.text.trimStart().startsWith(statement) !== true || left-- > 0) return;
      isKilled = true;
      kill();
    });
    client.on('data', (piece) => {
      listen(piece);
      if (!isKilled || reaches) server.write(piece);
    });
    server.pipe(client);
  });
  const child = spawn(process.execPath, [PARLEY, ...wordsOf(source, relay.databaseUrl)], {
    cwd: source.folder,
    env: { ...environment(source) },
    stdio: 'ignore',
  });
  kill = () => child.kill('SIGKILL');
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  await relay.close();
  return signal ?? code;
}
