import { password } from '../servers/template.js';
import { metric } from '../support/metrics.js';
import { logIn, users } from '../support/people.js';
import { recordsIn } from '../support/records.js';
import { Service } from '../support/service.js';

const LIMIT = 3;

let parley: Service;

beforeAll(async () => {
  parley = await Service.start({
    LOG_FORMAT: 'json',
    TRUST_PROXY: 'loopback',
    FAILED_LOGINS_PER_MINUTE: String(LIMIT),
  });
});
afterAll(() => parley.stop());

async function post(path: string, body: object, from: string): Promise<number> {
  const { status } = await fetch(`${parley.url}/api/token/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  });
  return status;
}

const fails = (username: string, from: string): Promise<number> =>
  post('', { username, password: 'a wrong one' }, from);

const warnings = (from: string): unknown[] =>
  recordsIn(parley.output).flatMap(({ context, level, msg }) =>
    context === 'LogIns' && level === 'warn' && msg.includes(from) ? [msg] : [],
  );

const outcome = (name: string): Promise<number> => metric(parley, `parley_log_ins_total{outcome="${name}"}`);

/** Ends the log-in of a user by a second use of its first refresh token. @returns the user's id */
async function reusesToken(name: 'bob' | 'carol', from: string): Promise<number> {
  const user = (await users(parley, name))[name];
  let { refresh } = user.tokens;
  for (let times = 0; times < 2; times += 1) {
    const response = await fetch(`${parley.url}/api/token/refresh/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh }),
    });
    ({ refresh } = (await response.json()) as { refresh: string });
  }
  for (let times = 0; times < 3; times += 1) {
    await expect(post('refresh/', { refresh: user.tokens.refresh }, from)).resolves.toBe(401);
  }
  return user.id;
}

it('failed and refused log-ins are counted, and logged once a minute for each address', async () => {
  const { alice } = await users(parley, 'alice');
  const before = [await outcome('failed'), await outcome('limited')];
  for (let times = 0; times < LIMIT + 2; times += 1) await fails(alice.username, '192.0.2.1');
  await fails('my-secret-password', '192.0.2.2');
  expect([await outcome('failed'), await outcome('limited')]).toEqual([before[0]! + LIMIT + 1, before[1]! + 2]);
  expect(warnings('192.0.2.1')).toEqual([`A log-in of the user ${String(alice.id)} failed from 192.0.2.1`]);
  expect(warnings('192.0.2.2')).toEqual(['A log-in with an unknown username failed from 192.0.2.2']);
  expect(parley.output).not.toMatch(/my-secret-password|a wrong one/);
});

it('log-ins that succeed are counted, and not logged', async () => {
  const before = await outcome('succeeded');
  await logIn(parley, 'dave1');
  await expect(post('', { username: 'dave1', password }, '192.0.2.3')).resolves.toBe(200);
  await expect(outcome('succeeded')).resolves.toBe(before + 2);
  expect(warnings('192.0.2.3')).toEqual([]);
});

it('the reuse of a refresh token is counted once for its log-in, and logged without the token', async () => {
  const bob = await reusesToken('bob', '192.0.2.4');
  await expect(metric(parley, 'parley_refresh_tokens_reused_total')).resolves.toBe(1);
  expect(warnings('192.0.2.4')).toEqual([
    `Ended a log-in of the user ${String(bob)}: a refresh token was used again from 192.0.2.4`,
  ]);
  expect(parley.output).not.toMatch(/eyJ/);
});

it('wrong passwords at a change of the password are limited and recorded with those of log-ins', async () => {
  const { frank } = await users(parley, 'frank');
  const from = '192.0.2.9';
  const changed = async (old_password: string): Promise<number> => {
    const { status } = await fetch(`${parley.url}/api/account/password/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': from,
        authorization: `Bearer ${frank.tokens.access}`,
      },
      body: JSON.stringify({ old_password, new_password: 'eleven blue kettles' }),
    });
    return status;
  };
  const counted = (outcome: string): Promise<number> =>
    metric(parley, `parley_password_changes_total{outcome="${outcome}"}`);
  await fails(frank.username, from);
  for (let times = 1; times < LIMIT; times += 1) await expect(changed('my-old-secret')).resolves.toBe(400);
  await expect(changed(password)).resolves.toBe(429);
  await expect(post('', { username: frank.username, password }, from)).resolves.toBe(429);
  expect(warnings(from)).toEqual([`A log-in of the user ${String(frank.id)} failed from ${from}`]);
  await expect(Promise.all(['succeeded', 'failed', 'limited'].map(counted))).resolves.toEqual([0, LIMIT - 1, 1]);
  expect(parley.output).not.toMatch(/my-old-secret|blue kettles/);
});

it('the audit log has one record a minute of each user, and one of all unknown names, written at a stop too', async () => {
  const { erin } = await users(parley, 'erin');
  for (const from of ['192.0.2.5', '192.0.2.6']) await fails(erin.username, from);
  for (const name of ['nobody', 'no-one']) await fails(name, '192.0.2.7');
  await logIn(parley, erin.username);
  const carol = await reusesToken('carol', '192.0.2.8');
  await parley.kill('SIGTERM');

  const entries = (await parley.parley('audit', 'list', '--limit', '1000')) as {
    actor: null;
    action: string;
    subject: { id: number } | null;
    details: { count: number };
  }[];
  const found = entries.flatMap(({ actor, action, subject, details }) =>
    action.startsWith('log_in.') && [erin.id, carol, undefined].includes(subject?.id)
      ? [[actor, action, subject?.id, details.count]]
      : [],
  );
  expect(found.sort()).toEqual([
    [null, 'log_in.failed', undefined, expect.any(Number)],
    [null, 'log_in.failed', erin.id, 2],
    [null, 'log_in.succeeded', erin.id, 1],
    [null, 'log_in.token_reused', carol, 1],
  ]);
});
