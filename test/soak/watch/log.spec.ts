import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readLog } from './log.js';

it('the log check finds errors and other output, and counts refusals because of a slow database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-'));
  const file = join(folder, 'log');
  const line = (level: string, msg: string): string => JSON.stringify({ level, msg });
  const lines = [
    line('info', 'Parley listens'),
    line('warn', 'Redis is away'),
    line('error', 'A handshake failed'),
    line('error', 'Fault 1: Error: Timeout: the message was queued for too long.\n    at a place'),
    'TypeError: x is not a function',
    '',
  ];
  try {
    writeFileSync(file, lines.join('\n'));
    expect(readLog(file)).toEqual({ errors: [lines[2], lines[4]], waits: 1 });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
