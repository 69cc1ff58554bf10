import 'reflect-metadata';

import { randomUUID } from 'node:crypto';

import { Logger } from '@nestjs/common';

import { CannotStart, readConfig } from './config/index.js';
import { loggable, LogRecord } from './logging/index.js';
import { startTracing } from './tracing/index.js';

/** The exit itself takes a moment. */
const SHARE_OF_STOPPING = 0.95;
/** Of the same time, for a collector that may not answer. */
const SHARE_OF_LAST_TRACES = 0.15;

let serves = false;
/** What a signal does once it serves. */
let stop: (() => void) | undefined;

async function main(): Promise<void> {
  const config = readConfig();
  const nodeId = randomUUID();
  const tracing = await startTracing(config, nodeId);
  // Not before: what is traced is watched from when it is imported.
  const { startServer } = await import('./server.js');
  const server = await startServer(config, nodeId);
  serves = true;
  stop = (): void => {
    const tooLate = setTimeout(() => process.exit(1), config.shutdownSeconds * 1_000 * SHARE_OF_STOPPING);
    void server
      .stop()
      .then(() => tracing?.stop(config.shutdownSeconds * 1_000 * SHARE_OF_LAST_TRACES))
      .then(
        () => process.exit(0),
        (error: unknown) => {
          clearTimeout(tooLate);
          fail(error);
        },
      );
  };
}

/** Until it serves there is nothing to bring to an end: a signal ends it as it ends any program. */
function heed(signal: NodeJS.Signals): void {
  process.once(signal, () => {
    if (stop) stop();
    else process.kill(process.pid, signal);
  });
}

/** To whoever starts it, in a sentence; a process that has begun to serve says it where it says everything. */
function fail(error: unknown): never {
  if (serves) new Logger('Server').fatal(LogRecord.ofThrown(error));
  else process.stderr.write(`${error instanceof CannotStart ? error.message : loggable(traceOf(error))}\n`);
  process.exit(1);
}

const traceOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : `Thrown: ${typeof error}`;

// Node itself would print all that an error carries, such as the parameters of a statement.
process.on('uncaughtException', fail);
// Before it says that it listens: whoever hears that may send one at once.
heed('SIGTERM');
heed('SIGINT');
main().catch(fail);
