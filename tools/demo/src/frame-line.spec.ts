import { PassThrough } from 'node:stream';

import { frameLine } from './frame-line.js';

const sent = { event_type: 'message.send', data: { content: 'Hello' } };
const received = { eventType: 'message.dispatch', data: { content: 'x'.repeat(1_700) } };

describe('the line of the demo about a frame', () => {
  beforeEach(() => {
    for (const name of ['NO_COLOR', 'FORCE_COLOR']) vi.stubEnv(name, undefined);
  });

  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('is short and plain in a pipe', () => {
    const pipe = new PassThrough();
    expect(frameLine('ada', 'sends', sent, pipe)).toBe('ada   sends    message.send {"content":"Hello"}');
    const line = frameLine('bob', 'receives', received, pipe);
    expect(line).toMatch(/^bob {3}receives message\.dispatch \{"content":"x+…$/);
    expect(line).toHaveLength(120);
  });

  it('has colors and the width of the terminal on a terminal', () => {
    const terminal = Object.assign(new PassThrough(), { isTTY: true, columns: 60 });
    const line = frameLine('bob', 'receives', received, terminal);
    expect(line).toContain('\x1b[36mmessage.dispatch\x1b[39m');
    expect(line.replace(/\x1b\[\d+m/g, '')).toHaveLength(60);
  });
});
