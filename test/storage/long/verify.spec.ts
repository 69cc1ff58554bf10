import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { password } from '../../servers/template.js';
import { users } from '../../support/people.js';
import { Service } from '../../support/service.js';
import { runVerify, verify } from '../../support/verify-run.js';

let parley: Service;

beforeAll(async () => {
  parley = await Service.start({ SCHEDULE_MIN_SECONDS: '0' });
});
afterAll(() => parley.stop());

/** An environment whose database does not exist. */
const elsewhere = (): { folder: string; env: Record<string, string> } => ({
  folder: parley.serviceData.folder,
  env: { DATA_DIR: '/dev/null/data', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' },
});

const SHORT = ['--minutes', '0.03', '--rate', '10'];

describe('parley verify', () => {
  it('creates users, finds every promise kept, and removes its data', async () => {
    const { code, report } = await runVerify(parley.serviceData, parley.url);
    expect(report).toMatchObject({ lost: 0, doubled: 0, out_of_order: 0, wrong: 0, faults: [], unverified: [] });
    expect(report.accepted).toBeGreaterThan(0);
    expect(report.delivered).toBeGreaterThan(report.accepted);
    expect(report.scheduled).toBeGreaterThan(0);
    expect(report.resent).toBeGreaterThan(0);
    expect(report.latency_ms.p50).toEqual(expect.any(Number));
    expect(code).toBe(0);
    const accounts = (await parley.parley('users', 'list')) as { username: string }[];
    expect(accounts.filter(({ username }) => username.startsWith('verify-'))).toEqual([]);
    expect(await parley.parley('rooms', 'list')).toEqual([]);
  });

  it('accepts users with passwords, without a database', async () => {
    await writeFile(
      join(parley.serviceData.folder, 'accounts.csv'),
      ['username,password', ...['alice', 'bob', 'carol'].map((name) => `${name}30,${password}`)].join('\n'),
    );
    const words = ['--url', parley.url, '--accounts', 'accounts.csv', ...SHORT];
    const { code, out, errors } = await verify(elsewhere(), words);
    expect(out).toMatch(/^METRIC +VALUE\naccepted +\d+\n/);
    expect(out).toMatch(/Every promise was kept \(3 users with \d devices in 3 rooms,/);
    expect(code).toBe(0);
    expect(out + errors).not.toContain(password);
  });

  it('accepts users with tokens, and never prints one', async () => {
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const input = [alice, bob].map(({ tokens }) => tokens.access).join('\n');
    const url = parley.url.replace('http', 'ws');
    const words = ['--url', `${url}/messaging/,${url}`, '--tokens', '-', ...SHORT, '--json'];
    const { code, out, errors } = await verify(elsewhere(), words, { input });
    expect(JSON.parse(out)).toMatchObject({ kept: true, users: 2, rooms: 2 });
    expect(code).toBe(0);
    for (const { tokens } of [alice, bob]) expect(out + errors).not.toContain(tokens.access);
  });

  it('ends early when it is interrupted, and reports the result so far', async () => {
    const words = ['--url', parley.url, '--users', '2', '--minutes', '60', '--json'];
    const { code, out } = await verify(parley.serviceData, words, {
      watches: (sent, interrupt) => {
        if (sent.includes('running')) interrupt();
      },
    });
    expect(JSON.parse(out)).toMatchObject({ lost: 0, doubled: 0, out_of_order: 0, wrong: 0 });
    // There may have been no time to send anything.
    expect([0, 1]).toContain(code);
  });

  it('runs a command that disturbs the deployment, and ignores the failure of the command', async () => {
    const fault = 'echo "$PARLEY_VERIFY_SEED $PARLEY_VERIFY_ROUND" >> hurt; test "$PARLEY_VERIFY_ROUND" != 2';
    const words = ['--chaos', fault, '--chaos-every', '0.5', '--seed', '42'];
    const { code, report } = await runVerify(parley.serviceData, parley.url, ...words);
    expect(report).toMatchObject({ kept: true, seed: 42 });
    expect(code).toBe(0);
    expect(await readFile(join(parley.serviceData.folder, 'hurt'), 'utf8')).toMatch(/^42 1\n42 2\n/);
  });

  it.each([
    [[], '--url: Required, as in ws://127.0.0.1:3000.'],
    [['--url', 'ftp://x'], '--url: Not an address (ws, wss, http or https): ftp://x'],
    [
      ['--url', 'ws://x', '--users', '1', '--minutes', '0', '--rate', 'x', '--seed', '-1', '--chaos-every', '3'],
      [
        '--chaos-every: Requires --chaos.',
        '--users: Must be a whole number from 2 to 10000.',
        '--minutes: Must be a number above 0.',
        '--rate: Must be a number above 0.',
        '--seed: Must be a whole number from 0 to 4294967295.',
      ].join('\n'),
    ],
    [['--url', 'ws://x', '--tokens', 'a', '--accounts', 'b'], '--tokens: Give --accounts or --tokens, not both.'],
    [['--url', 'ws://x', '--tokens', 'none'], 'The file none does not exist.'],
  ])('refuses %j with the reason', async (words, sentence) => {
    const { code, out, errors } = await verify(elsewhere(), words);
    expect([code, out, errors.trimEnd()]).toEqual([1, '', sentence]);
  });

  describe('before it creates users', () => {
    /** The addresses of a server that has ended, and of one that accepts connections and never answers. */
    async function others(): Promise<{ closed: string; silent: string; close: () => void }> {
      const servers = [createServer(), createServer()] as const;
      for (const server of servers) await once(server.listen(0, '127.0.0.1'), 'listening');
      const [closed, silent] = servers.map(
        (server) => `ws://127.0.0.1:${String((server.address() as AddressInfo).port)}/messaging/`,
      ) as [string, string];
      const [ended, listener] = servers;
      await new Promise((resolve) => ended.close(resolve));
      return { closed, silent, close: () => listener.close() };
    }

    it('refuses an address at which no server answers, or a rate that is too high', async () => {
      const stored = async (): Promise<unknown> => {
        const audited = (await parley.parley('audit', 'list', '--limit', '1000000')) as { action: string }[];
        // Log-ins of other tests are written once a minute.
        return [await parley.parley('users', 'list'), audited.filter(({ action }) => !action.startsWith('log_in.'))];
      };
      const before = await stored();
      const { closed, silent, close } = await others();
      for (const [words, sentence] of [
        [
          ['--url', closed],
          `No server answers at ${closed} (connect ECONNREFUSED ${new URL(closed).host}): check --url.`,
        ],
        [['--url', `${parley.url},${closed}`], `No server answers at ${closed} (`],
        [['--url', silent], `No server answers at ${silent} (no answer within 5 seconds): check --url.`],
        [['--url', parley.url, '--users', '2', '--rate', '31'], '--rate: 2 users send at most 30 a second.'],
      ] as const) {
        const { code, out, errors } = await verify(parley.serviceData, words);
        expect([code, out, errors.trimEnd()]).toEqual([1, '', expect.stringContaining(sentence)]);
        expect(errors.trimEnd()).not.toContain('\n');
      }
      close();
      await expect(stored()).resolves.toEqual(before);
    });

    it('refuses it also for users with tokens, who are not needed', async () => {
      const { closed, close } = await others();
      close();
      const { code, out, errors } = await verify(elsewhere(), ['--url', closed, '--tokens', '-'], { input: 'a\nb\n' });
      expect([code, out, errors]).toEqual([1, '', expect.stringMatching(/^No server answers at .*: check --url\.\n$/)]);
    });
  });

  it('reports that no user could connect', async () => {
    const words = ['--url', parley.url, '--tokens', '-', ...SHORT];
    const { code, out, errors } = await verify(elsewhere(), words, { input: 'one\nother\n' });
    expect([code, out]).toEqual([1, '']);
    expect(errors).toContain('Fewer than two users could connect. A socket was closed with 4001 token_invalid.');
  });
});
