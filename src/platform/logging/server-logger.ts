import { Logger } from '@nestjs/common';
import type { LogLevel, LoggerService } from '@nestjs/common';
import { destination, pino, stdTimeFunctions } from 'pino';
import type { Logger as Pino } from 'pino';
import { prettyFactory } from 'pino-pretty';

import { LogRecord, traceOf } from './log-record.js';
import { CENSORED, SECRET_PATHS, shownFields, shownText } from './safe-record.js';
import { hasColors } from './terminal-style.js';

/** Writes lines synchronously, so that none is lost when the process ends. */
interface Destination {
  write(line: string): void;
}

/** The size of the buffer for lines that cannot be written, in bytes. Further lines are lost. */
const MAX_QUEUED = 1_048_576;

/**
 * A destination that writes synchronously and never throws: a full disk or a closed pipe of the log fails no request
 * and ends no process. Buffered lines are written with the next line that succeeds.
 * @param fd open for writing
 */
export function nonBlocking(fd: number): Destination {
  const out = destination({ dest: fd, sync: true, maxLength: MAX_QUEUED });
  out.on('error', () => undefined);
  return out;
}

/** Contexts of the framework whose startup lines are not logged; its failures are logged by our own code. */
const FRAMEWORK = new Set(['InstanceLoader', 'NestApplication', 'NestFactory', 'RouterExplorer', 'RoutesResolver']);

/** The levels of LOG_LEVEL with their standard names in records. */
const LEVELS = { fatal: 'fatal', error: 'error', warn: 'warn', log: 'info', debug: 'debug' } as const;

type Level = Exclude<keyof typeof LEVELS, 'fatal'>;

export interface LoggerOptions {
  readonly format: 'json' | 'pretty';
  readonly level: Level;
  /** The id of this process in the deployment. */
  readonly node: string;
  readonly version: string;
  /** By default standard output. */
  readonly to?: Destination;
}

/**
 * Logs records as JSON, one per line, or as readable lines. A record is written when the call returns.
 *
 * A record may contain text of a client, and secrets: text of a client cannot forge a record or control a terminal, and
 * secrets are redacted.
 */
export class ServerLogger implements LoggerService {
  /** For libraries that use pino; the records are the same. */
  readonly pino: Pino;

  constructor({ format, level, node, version, to }: LoggerOptions) {
    const out = to ?? nonBlocking(process.stdout.fd);
    this.pino = pino(
      {
        level: LEVELS[level],
        base: { node, version },
        timestamp: stdTimeFunctions.isoTime,
        formatters: { level: (label) => ({ level: label }), log: (fields) => shownFields(fields) },
        redact: { paths: SECRET_PATHS, censor: CENSORED },
      },
      format === 'json' ? out : prettyDestination(out, to === undefined && hasColors(process.stdout)),
    );
  }

  /** Makes Nest's `Logger` write here, and sets its enabled levels. */
  install(): void {
    Logger.overrideLogger(this);
    Logger.overrideLogger((Object.keys(LEVELS) as LogLevel[]).filter((level) => this.isEnabled(level as Level)));
  }

  log(message: unknown, ...rest: unknown[]): void {
    this.write('log', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  private isEnabled(level: keyof typeof LEVELS): boolean {
    return this.pino.isLevelEnabled(LEVELS[level]);
  }

  /** @param rest arguments of Nest's `Logger`: an optional stack, and the context at the end */
  private write(level: keyof typeof LEVELS, message: unknown, rest: unknown[]): void {
    if (!this.isEnabled(level)) return;
    const context = typeof rest.at(-1) === 'string' ? (rest.at(-1) as string) : undefined;
    if (context !== undefined && FRAMEWORK.has(context) && (level === 'log' || level === 'error')) return;
    const given = rest.length > 1 && typeof rest[0] === 'string' ? traceOf(rest[0]) : undefined;
    const { text, fields, stack = given } = recordOf(message);
    this.pino[LEVELS[level]]({ context, ...fields, stack }, shownText(text));
  }
}

function recordOf(message: unknown): Pick<LogRecord, 'text' | 'stack'> & { readonly fields: object } {
  if (message instanceof LogRecord) return message;
  if (message instanceof Error) return LogRecord.fromError(message);
  if (typeof message === 'object' && message !== null) return { text: '', fields: { data: message }, stack: undefined };
  return LogRecord.from(String(message));
}

/**
 * Formats records as readable lines, in this process.
 * @param colors whether the output is a terminal with colors
 */
function prettyDestination(to: Destination, colors: boolean): Destination {
  const line = prettyFactory({
    colorize: colors,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss.l',
    ignore: 'node,version,context',
    messageFormat: ({ context, msg }) => `[${String(context)}] ${String(msg)}`,
    errorLikeObjectKeys: [],
  });
  return {
    write: (record) => {
      const { stack, ...fields } = JSON.parse(record) as { stack?: string };
      to.write(line(fields) + (stack === undefined ? '' : `${stack}\n`));
    },
  };
}
