import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { eventually } from '../../support/eventually.js';

const DEMO = join(import.meta.dirname, '../../../bin/demo.js');

let place: string;
let demo: ChildProcess | undefined;
let printed: string;

beforeEach(() => {
  printed = '';
  port = 0;
  place = mkdtempSync(join(tmpdir(), 'parley-demo-spec-'));
  mkdirSync(join(place, 'tmp'));
  mkdirSync(join(place, 'bin'));
});
afterEach(async () => {
  if (demo?.exitCode === null) {
    demo.kill('SIGTERM');
    await once(demo, 'close');
  }
  demo = undefined;
  rmSync(place, { recursive: true, maxRetries: 5 });
});

/** The port that the demo is given; 0 is any. */
let port: number;

function starts(...words: string[]): ChildProcess {
  const PATH = [join(place, 'bin'), process.env.PATH].join(':');
  demo = spawn(process.execPath, [DEMO, ...words], {
    cwd: place,
    env: { PATH, TMPDIR: join(place, 'tmp'), PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [demo.stdout!, demo.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
  }
  return demo;
}

/** Waits as long as this machine needs for a service, two commands and a conversation. */
async function send(child: ChildProcess, text: string): Promise<void> {
  while (!printed.includes(text)) await once(child.stdout!, 'data');
}

const ended = async (child: ChildProcess): Promise<unknown> => {
  const [code] = (await once(child, 'close')) as [number | null];
  return code;
};

const leftovers = (): string[] => readdirSync(join(place, 'tmp')).filter((name) => name.startsWith('parley-demo-'));

/** Replaces the open command of every desktop that the demo knows. */
function opensBy(script: string): void {
  for (const name of ['xdg-open', 'open']) {
    writeFileSync(join(place, 'bin', name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(place, 'bin', name), 0o755);
  }
}

describe('parley demo', () => {
  it('prints the web client, its log-ins and every frame of a conversation, and leaves no files', async () => {
    const opened = join(place, 'opened');
    opensBy(`echo "$1" > ${opened}`);
    const child = starts();
    await send(child, '"event_type":"room.messages"');
    const [, url = '', password = ''] = /web client is at (http:\/\/\S+)\/ [^]*?\n {2}ada {3}(.+)\n {2}bob /.exec(
      printed,
    )!;
    expect(printed.indexOf('The web client is at')).toBeLessThan(printed.indexOf('receives'));
    for (const line of ['ada   sends    room.create {"type":"GroupChat"', 'bob   receives message.dispatch {']) {
      expect(printed).toContain(line);
    }
    for (const line of printed.split('\n').filter((each) => /^(ada|bob) {3}(sends|receives) /.test(each))) {
      expect(line.length).toBeLessThanOrEqual(130);
    }
    const closing = printed.slice(printed.lastIndexOf('receives'));
    expect(closing.indexOf(`The web client is at ${url}/`)).toBeLessThan(closing.indexOf('To try it by hand'));
    expect(closing).toContain(`The web client is at ${url}/`);

    expect(printed).toMatch(/4 users, after \d+\.\d s\./);
    for (const name of ['Channel', 'OneToOneChat']) expect(printed).toContain(`room.create {"type":"${name}"`);
    expect(printed).not.toContain('eventType":"error');

    const page = await fetch(url);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    for (const username of ['ada', 'bob', 'carol', 'dan']) {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ username, password });
      expect((await fetch(`${url}/api/token/`, { method: 'POST', headers, body })).status).toBe(200);
    }
    child.kill('SIGINT');
    expect(await ended(child)).toBe(0);
    expect(leftovers()).toEqual([]);
    expect(existsSync(opened)).toBe(false);
  });

  it('opens the web client with --open, and leaves no files if it is interrupted', async () => {
    const opened = join(place, 'opened');
    opensBy(`echo "$1" > ${opened}.part && mv ${opened}.part ${opened}`);
    const child = starts('--open');
    await send(child, 'web client is at');
    await eventually(() => existsSync(opened));
    const [, url = ''] = /web client is at (\S+) /.exec(printed)!;
    expect(readFileSync(opened, 'utf8')).toBe(`${url}\n`);
    child.kill('SIGTERM');
    expect(await ended(child)).toBe(0);
    expect(leftovers()).toEqual([]);
  });

  it('fails in a sentence if its port is in use, and leaves no files', async () => {
    const taken = createServer();
    await once(taken.listen(0, '127.0.0.1'), 'listening');
    ({ port } = taken.address() as AddressInfo);
    expect(await ended(starts())).toBe(1);
    taken.close();
    expect(printed.trimEnd().split('\n').at(-1)).toBe(
      `Port ${String(port)} of 127.0.0.1 is in use: stop what uses it, or set PORT.`,
    );
    expect(leftovers()).toEqual([]);
  });

  it.each(['SIGINT', 'SIGHUP'] as const)('leaves no files if it gets %s while it starts', async (signal) => {
    const child = starts();
    await send(child, 'A throwaway database in');
    child.kill(signal);
    expect(await ended(child)).toBe(0);
    expect(leftovers()).toEqual([]);
  });

  it('leaves no files if it gets another signal while it ends', async () => {
    const child = starts();
    await send(child, '"event_type":"room.messages"');
    // One after the other, as npm passes on a Ctrl-C that the terminal has sent already.
    child.kill('SIGINT');
    child.kill('SIGTERM');
    expect(await ended(child)).toBe(0);
    expect(leftovers()).toEqual([]);
  });

  it('refuses an unknown option', async () => {
    expect(await ended(starts('--dance'))).toBe(1);
    expect(printed).toContain('--dance');
  });
});
