import 'reflect-metadata';

import { CannotStart, readConfig } from './config/index.js';
import { loggable } from './loggable.js';
import { startServer } from './server.js';

/** The exit itself takes a moment. */
const SHARE_OF_STOPPING = 0.95;

async function main(): Promise<void> {
  const config = readConfig();
  const server = await startServer(config);
  const stop = (): void => {
    const tooLate = setTimeout(() => process.exit(1), config.shutdownSeconds * 1_000 * SHARE_OF_STOPPING);
    void server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        clearTimeout(tooLate);
        fail(error);
      },
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

function fail(error: unknown): never {
  const shown = error instanceof CannotStart ? error.message : loggable(traceOf(error));
  process.stderr.write(`${shown}\n`);
  process.exit(1);
}

const traceOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : `Thrown: ${typeof error}`;

// Node itself would print all that an error carries, such as the parameters of a statement.
process.on('uncaughtException', fail);
main().catch(fail);
