import 'reflect-metadata';

import { Refusal } from '@parley/protocol';
import { CommandFactory } from 'nest-commander';

import { CliModule } from './cli.module.js';

async function main(): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', onlyIfNotBroken);
  const app = await CommandFactory.createWithoutRunning(CliModule, {
    logger: false,
    abortOnError: false,
    serviceErrorHandler: (error) => Promise.reject(error),
  });
  try {
    await CommandFactory.runApplication(app);
  } catch (error) {
    process.stderr.write(`${sentence(error)}\n`);
    process.exitCode = 1;
  } finally {
    await app.close();
  }
}

/** Whoever reads what we print may stop reading, as `head` does; what we do is done all the same. */
function onlyIfNotBroken(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** An error as operators read it. */
function sentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof Refusal) || typeof error.detail === 'string') return error.message;
  return Object.entries(error.detail)
    .map(([field, reasons]) => `${field}: ${reasons.join(' ')}`)
    .join('\n');
}

/** Resolves when the reader has everything, or has gone. */
function printed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => {
      resolve();
    });
  });
}

await main();
await Promise.all([process.stdout, process.stderr].map(printed));
// What could not be closed, after a failure, does not keep the process.
process.exit();
