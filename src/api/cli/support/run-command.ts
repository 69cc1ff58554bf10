import 'reflect-metadata';

import type { INestApplicationContext, Type } from '@nestjs/common';
import { Refusal } from '@parley/protocol';
import { CommandFactory } from 'nest-commander';

import { styled } from '../../../platform/logging/terminal-style.js';
import { fileErrorText } from './file-error.js';

/**
 * An application with the commands of a module. It opens no resource of the deployment before a command needs it.
 */
export const commandApplication = (module: Type): Promise<INestApplicationContext> =>
  CommandFactory.createWithoutRunning(module, {
    logger: false,
    abortOnError: false,
    serviceErrorHandler: (error) => Promise.reject(error),
  });

/** Executes the command in the arguments of this process, and then ends the process. */
export async function runCommand(module: Type): Promise<void> {
  await executeCommand(module);
  await Promise.all([process.stdout, process.stderr].map(printed));
  // A resource that could not be closed after a failure must not keep the process alive.
  process.exit();
}

/**
 * Executes the command in the arguments of this process. An error is printed and sets the exit code.
 * @public the specs execute many commands in one process
 */
export async function executeCommand(module: Type): Promise<void> {
  const app = await commandApplication(module);
  try {
    await CommandFactory.runApplication(app);
  } catch (error) {
    process.stderr.write(`${styled('red', sentence(error), process.stderr)}\n`);
    process.exitCode = 1;
  } finally {
    await app.close();
  }
}

/** The text of an error for operators. */
function sentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof Refusal)) return fileErrorText(error) ?? error.message;
  if (typeof error.detail === 'string') return error.message;
  return Object.entries(error.detail)
    .map(([field, reasons]) => `${field}: ${reasons.join(' ')}`)
    .join('\n');
}

/** Resolves when the reader has read all output, or has closed the stream. */
function printed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => resolve());
  });
}
