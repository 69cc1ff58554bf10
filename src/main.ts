import 'reflect-metadata';

import { randomUUID } from 'node:crypto';

import { Logger } from '@nestjs/common';

import { CannotStart, Config } from './platform/config/config.js';
import { readConfig } from './platform/config/read-config.js';
import { LogRecord } from './platform/logging/log-record.js';
import { loggable } from './platform/logging/safe-record.js';
import { startTracing } from './platform/tracing/traces.js';
import { settingsParts } from './settings-parts.js';

/** The share of the shutdown time after which the process exits in any case. */
const SHARE_OF_STOPPING = 0.95;
/** The share of the shutdown time for the last export of traces. */
const SHARE_OF_LAST_TRACES = 0.15;

let serves = false;
/** Handles a signal once the server runs. */
let stop: (() => void) | undefined;
/** A terminal and npm may each send a signal: the server is stopped once. */
let stops = false;

async function main(): Promise<void> {
  const settings = readConfig(settingsParts);
  const config = settings.of(Config);
  const nodeId = randomUUID();
  const tracing = await startTracing(config, nodeId);
  // Imported after tracing has started, which instruments modules at their import.
  const { startServer } = await import('./server.js');
  const server = await startServer(settings, nodeId);
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

/** Before the server runs there is nothing to stop: the signal has its default effect. */
function stopOn(signal: NodeJS.Signals): void {
  process.once(signal, () => {
    if (!stop) process.kill(process.pid, signal);
    else if (!stops) stop();
    stops = true;
  });
}

/** Prints a startup error as a sentence; later errors are logged. */
function fail(error: unknown): never {
  if (serves) new Logger('Server').fatal(LogRecord.fromError(error));
  else process.stderr.write(`${error instanceof CannotStart ? error.message : loggable(traceOf(error))}\n`);
  process.exit(1);
}

const traceOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : `Thrown: ${typeof error}`;

// Node itself would print all properties of an error, such as the parameters of a statement.
process.on('uncaughtException', fail);
// Before the log line that it listens, after which a signal may come at once.
stopOn('SIGTERM');
stopOn('SIGINT');
main().catch(fail);
