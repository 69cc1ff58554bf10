import { isatty } from 'node:tty';
import { inspect } from 'node:util';

import { ConsoleLogger } from '@nestjs/common';
import type { LogLevel } from '@nestjs/common';

import { loggable } from './loggable.js';

/** What the framework says of its own start is for its developers; what fails there is said in our own words. */
const FRAMEWORK = new Set(['InstanceLoader', 'NestApplication', 'NestFactory', 'RouterExplorer', 'RoutesResolver']);

const LEVELS = ['fatal', 'error', 'warn', 'log', 'debug'] as const;

/** Lines for people on a terminal, JSON in production. */
export class ServerLogger extends ConsoleLogger {
  constructor({ json, level }: { json: boolean; level: (typeof LEVELS)[number] }) {
    super({
      prefix: 'parley',
      json,
      colors: !json && isatty(process.stdout.fd),
      logLevels: LEVELS.slice(0, LEVELS.indexOf(level) + 1),
    });
  }

  /** Whatever stands in a record, a client may have written a part of it. */
  protected override printMessages(
    messages: unknown[],
    context?: string,
    level?: LogLevel,
    stream?: 'stdout' | 'stderr',
    stack?: unknown,
  ): void {
    const shown = messages.map((message) => loggable(textOf(message)));
    super.printMessages(shown, context, level, stream, typeof stack === 'string' ? loggable(stack) : undefined);
  }

  protected override printStackTrace(stack: string): void {
    if (stack) super.printStackTrace(loggable(`\n${stack}`).slice(1));
  }

  override log(message: unknown, ...rest: unknown[]): void {
    if (!FRAMEWORK.has(String(rest.at(-1)))) super.log(message, ...rest);
  }

  override error(message: unknown, ...rest: unknown[]): void {
    if (!FRAMEWORK.has(String(rest.at(-1)))) super.error(message, ...rest);
  }
}

function textOf(message: unknown): string {
  if (typeof message === 'string') return message;
  return message instanceof Error ? (message.stack ?? message.message) : inspect(message, { breakLength: Infinity });
}
