import { Logger } from '@nestjs/common';

import { LogRecord } from './log-record.js';
import { ServerLogger } from './server-logger.js';

const HOSTILE = 'a\n[12:00:00.000] INFO: [Server] forged \u001b[2J\u009b\u2028';

let printed: string;
const to = { write: (line: string): void => void (printed += line) };

beforeEach(() => {
  printed = '';
});
afterEach(() => {
  Logger.overrideLogger(new Logger());
});

/** The printed records, each with its further lines. */
const records = (): string[] => printed.split(/^(?=[^ \n])/m);

const loggerOf = (format: 'json' | 'pretty', level: 'error' | 'warn' | 'log' | 'debug' = 'debug'): ServerLogger =>
  new ServerLogger({ format, level, node: 'a-node', version: '1.2.3', to });

describe.each(['json', 'pretty'] as const)('the log of a server (as %s)', (format) => {
  const logger = loggerOf(format);

  it('has one record per call, and none that is forged by a client', () => {
    logger.log(HOSTILE, 'Http');
    logger.warn(HOSTILE, 'Http');
    logger.debug(HOSTILE, 'Http');
    logger.error(HOSTILE, 'Http');
    logger.error(HOSTILE, `Error: ${HOSTILE}\n    at x.js:1:1`, 'Http');
    logger.error(new Error(HOSTILE), 'Http');
    logger.fatal(HOSTILE, 'Http');
    logger.debug(LogRecord.from(HOSTILE, { [HOSTILE]: HOSTILE, request_id: HOSTILE }), HOSTILE);
    logger.warn({ [HOSTILE]: { [HOSTILE]: [HOSTILE] } }, 'Http');
    const begun = records().filter((record) =>
      format === 'json' ? record.startsWith('{"level"') : /^\[\d\d:\d\d:\d\d\.\d{3}\] [A-Z]+: \[/.test(record),
    );
    expect(begun).toHaveLength(9);
    expect(records()).toHaveLength(9);
    if (format === 'json') for (const record of records()) expect(() => JSON.parse(record) as unknown).not.toThrow();
    expect(printed).not.toMatch(/(?!\n)[\p{Cc}\u2028]/u);
    expect(printed).toContain('forged');
  });

  it('has the stack trace of an error, but not its other properties', () => {
    const error = Object.assign(new Error('duplicate key'), { parameters: ['hunter2'], detail: 'hunter2' });
    logger.error(error, 'Http');
    logger.error(LogRecord.fromError(error, { fault: '7' }, 'Fault 7'), undefined, 'Http');
    expect(printed).toMatch(/\bFault 7: Error: duplicate key/);
    expect(printed.match(/ Error: duplicate key|"Error: duplicate key/g)).toHaveLength(2);
    expect(printed.match(/ {4}at .*server-logger\.spec/g)).toHaveLength(2);
    expect(printed).not.toContain('hunter2');
  });

  it('redacts secrets by name and by pattern, at every depth', () => {
    const jwt = `eyJhbGciOiJIUzI1NiJ9.${Buffer.from('{"sub":"1"}').toString('base64url')}.c2lnbmF0dXJl`;
    const names = [
      'token',
      'access',
      'refresh',
      'password',
      'secret',
      'authorization',
      'Authorization',
      'cookie',
      'set-cookie',
      'query',
      'parameters',
      'body',
      'content',
      'sec-websocket-protocol',
    ];
    for (const name of names) {
      for (const value of [{ [name]: 'hunter2' }, { x: { [name]: 'hunter2' } }, { x: { y: { [name]: 'hunter2' } } }]) {
        logger.warn(value, 'Http');
        logger.warn(LogRecord.from('x', value as never), 'Http');
        logger.warn({ x: { y: { z: value } } }, 'Http');
      }
    }
    logger.warn(LogRecord.from('x', { headers: { [names[5]!]: ['hunter2'] } } as never), 'Http');
    for (const text of [
      `a token ${jwt} in a sentence`,
      'postgres://ada:hunter2@db/chat',
      '/messaging/?token=hunter2&x=1',
      `Authorization: Bearer hunter2hunter2`,
      'the key pk_abcd1234_hunter2hunter2-hunter2 is none',
      'the secret whsec_hunter2+hunter2/hunter2== is none',
    ]) {
      logger.error(text, 'Http');
      logger.error(new Error(text), 'Http');
      logger.error('x', `Error: x\n    at ${text}`, 'Http');
      logger.debug(LogRecord.from('x', { path: text }), 'Http');
    }
    expect(printed).not.toMatch(/hunter2|eyJ|c2lnbmF0dXJl/);
    expect(printed).toContain('postgres://ada:[redacted]@db/chat');
    expect(printed).toContain('the key pk_abcd1234_[redacted] is none');
    expect(printed).toContain('the secret whsec_[redacted] is none');
    expect(records().length).toBeGreaterThan(100);
  });
});

describe('a log record', () => {
  it('has the time, context, level, process and all given fields', () => {
    loggerOf('json').warn(
      LogRecord.from('100% %s %d done', { connection: 'c', user: 7, request_id: undefined }),
      'Gateway',
    );
    const record = JSON.parse(printed) as Record<string, string>;
    expect(record).toEqual({
      level: 'warn',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      node: 'a-node',
      version: '1.2.3',
      context: 'Gateway',
      connection: 'c',
      user: 7,
      msg: '100% %s %d done',
    });
  });

  it('has the text and the fields in the pretty format', () => {
    loggerOf('pretty').log(LogRecord.from('Opened', { connection: 'c' }), 'Gateway');
    expect(printed).toMatch(/^\[\S+\] INFO: \[Gateway\] Opened \{"connection":"c"\}\n$/);
  });
});

describe('the level', () => {
  it.each([
    ['error', ['fatal', 'error']],
    ['warn', ['fatal', 'error', 'warn']],
    ['log', ['fatal', 'error', 'warn', 'info']],
    ['debug', ['fatal', 'error', 'warn', 'info', 'debug']],
  ] as const)('%s logs records of this level and above, and is reported by Nest', (level, logged) => {
    loggerOf('json', level).install();
    const log = new Logger('Somebody');
    for (const method of ['fatal', 'error', 'warn', 'log', 'debug', 'verbose'] as const) log[method]('x');
    expect(records().map((record) => (JSON.parse(record) as { level: string }).level)).toEqual(logged);
    const asked = (['fatal', 'error', 'warn', 'log', 'debug'] as const).filter((each) => Logger.isLevelEnabled(each));
    expect(asked.map((each) => (each === 'log' ? 'info' : each))).toEqual(logged);
  });

  it('omits the startup lines of the framework', () => {
    loggerOf('json').install();
    new Logger('InstanceLoader').log('x');
    new Logger('RouterExplorer').error('x');
    expect(printed).toBe('');
  });
});
