import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { DatabaseRelay } from './database-relay.js';
import { environment } from './environment.js';
import { messagesOf, statementsIn } from './postgres-messages.js';
import type { ServiceData } from './service-data.js';

const PARLEY = join(import.meta.dirname, '../../bin/parley.js');

/** The statement at which a command is killed. */
export interface KilledAt {
  /** Its beginning. */
  readonly statement: string;
  /** How many others with this beginning pass before. */
  readonly passing?: number;
  /** Whether the database gets the statement, whose end nobody waits for. */
  readonly reaches?: boolean;
}

/**
 * Runs a command that is killed at a statement for a database.
 * @param databaseUrl the address of the database
 * @param commandWith the command, with the address of a relay to the database
 * @returns how the process ended
 */
export async function killedCommand(
  databaseUrl: string,
  commandWith: (url: string) => { readonly place: ServiceData; readonly words: readonly string[] },
  { statement, passing = 0, reaches = false }: KilledAt,
): Promise<unknown> {
  let left = passing;
  let kill = (): void => undefined;
  let isKilled = false;
  const relay = await DatabaseRelay.to(databaseUrl, (client, server) => {
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
  const { place, words } = commandWith(relay.databaseUrl);
  const child = spawn(process.execPath, [PARLEY, ...words], {
    cwd: place.folder,
    env: { ...environment(place) },
    stdio: 'ignore',
  });
  kill = () => child.kill('SIGKILL');
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  await relay.close();
  return signal ?? code;
}
