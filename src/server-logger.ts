import { isatty } from 'node:tty';

import { ConsoleLogger } from '@nestjs/common';

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

  override log(message: unknown, ...rest: unknown[]): void {
    if (!FRAMEWORK.has(String(rest.at(-1)))) super.log(message, ...rest);
  }

  override error(message: unknown, ...rest: unknown[]): void {
    if (!FRAMEWORK.has(String(rest.at(-1)))) super.error(message, ...rest);
  }
}
