import { PassThrough } from 'node:stream';
import { WriteStream } from 'node:tty';

import { hasColors, styled } from './terminal-style.js';

const pipe = new PassThrough();
const terminal = Object.assign(new PassThrough(), {
  isTTY: true,
  getColorDepth: () => WriteStream.prototype.getColorDepth(),
});

describe('a styled text', () => {
  beforeEach(() => {
    vi.stubEnv('TERM', 'xterm-256color');
    // Node.js reads these too; most programs of continuous integration show no colors.
    for (const name of ['NO_COLOR', 'FORCE_COLOR', 'NODE_DISABLE_COLORS', 'COLORTERM', 'CI'])
      vi.stubEnv(name, undefined);
  });

  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it.each([
    ['on a terminal', terminal, {}, true],
    ['in a pipe', pipe, {}, false],
    ['on a terminal with NO_COLOR', terminal, { NO_COLOR: '1' }, false],
    ['on a terminal with FORCE_COLOR=0', terminal, { FORCE_COLOR: '0' }, false],
    ['on a terminal without colors', terminal, { TERM: 'dumb' }, false],
    ['in a pipe with FORCE_COLOR', pipe, { FORCE_COLOR: '1' }, true],
  ])('%s', (_, stream, variables: Record<string, string>, hasStyle) => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    expect(styled('red', 'no', stream)).toBe(hasStyle ? '\x1b[31mno\x1b[39m' : 'no');
    expect(hasColors(stream)).toBe(hasStyle);
  });
});
