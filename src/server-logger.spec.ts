import { ServerLogger } from './server-logger.js';

const { jest } = import.meta;

const HOSTILE = 'a\n[parley] 7  - forged \u001b[2J\u009b\u2028';

let printed: string;

beforeEach(() => {
  printed = '';
  for (const stream of [process.stdout, process.stderr]) {
    jest.spyOn(stream, 'write').mockImplementation((text) => {
      printed += String(text);
      return true;
    });
  }
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Every record of what was printed, with its further lines. */
const records = (): string[] => printed.split(/^(?=[^ \n])/m);

describe.each([true, false])('the log of a server (as JSON: %s)', (json) => {
  const logger = new ServerLogger({ json, level: 'debug' });

  it('has one record for each thing that is told, and none that a client writes', () => {
    logger.log(HOSTILE, 'Http');
    logger.warn(HOSTILE, 'Http');
    logger.debug(HOSTILE, 'Http');
    logger.error(HOSTILE, 'Http');
    logger.error(HOSTILE, `Error: ${HOSTILE}\n    at x.js:1:1`, 'Http');
    logger.error(new Error(HOSTILE), 'Http');
    logger.fatal(HOSTILE, 'Http');
    const begun = records().filter((record) => (json ? record.startsWith('{"level"') : record.startsWith('[parley]')));
    expect(begun).toHaveLength(7);
    if (json) for (const record of records()) expect(() => JSON.parse(record) as unknown).not.toThrow();
    expect(printed).not.toMatch(/(?!\n)[\p{Cc}\u2028]/u);
    expect(printed).toContain('forged');
  });

  it('says of an error where it came from, and not what it carries', () => {
    const error = Object.assign(new Error('duplicate key'), { parameters: ['hunter2'], query: 'INSERT hunter2' });
    logger.error(error, 'Http');
    expect(printed).toMatch(/duplicate key[^]*server-logger\.spec/);
    expect(printed).not.toContain('hunter2');
  });
});
