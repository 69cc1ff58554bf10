import type { Client } from 'pg';

import { password } from '../../servers/template.js';
import { parley as parleyWith } from '../../support/command.js';
import { connected } from '../../support/database.js';
import { openClient } from '../../support/handshake.js';
import { users } from '../../support/people.js';
import type { TestUser } from '../../support/people.js';
import { call, codeOf, forgetSteps } from '../../support/second-factor.js';
import type { Answer } from '../../support/second-factor.js';
import { Service } from '../../support/service.js';

const FACTOR = '/api/users/me/second-factor/';

let parley: Service;
let database: Client;

beforeAll(async () => {
  // Failures of one test must not refuse the address of the next.
  parley = await Service.start({ REQUIRE_TOTP: 'moderators', FAILED_LOGINS_PER_ADDRESS: '1000' });
  database = await connected(parley.serviceData);
});
afterAll(async () => {
  await database.end();
  await parley.stop();
});

const post = (path: string, body: object, token?: string): Promise<Answer> =>
  call('POST', `${parley.url}${path}`, body, token);

const logIn = ({ username }: TestUser): Promise<Answer> => post('/api/token/', { username, password });
const next = (ticket: unknown, code: string): Promise<Answer> => post('/api/token/second-factor/', { ticket, code });
const ticketOf = async (user: TestUser): Promise<unknown> => (await logIn(user)).body.ticket;
const codeIn = ({ body }: Answer): unknown => body.code;

interface Enrolled {
  readonly secret: string;
  readonly recovery: readonly string[];
}

async function enrolled(user: Pick<TestUser, 'id' | 'tokens'>): Promise<Enrolled> {
  const begun = await post(FACTOR, {}, user.tokens.access);
  expect(begun).toMatchObject({ status: 200, body: { secret: expect.any(String) as string } });
  const secret = String(begun.body.secret);
  const confirmed = await post(`${FACTOR}confirm/`, { code: codeOf(secret) }, user.tokens.access);
  expect(confirmed.status).toBe(200);
  await forgetSteps(database, user.id);
  return { secret, recovery: confirmed.body.recovery_codes as string[] };
}

const actionsOf = async ({ id }: TestUser): Promise<string[]> => {
  const { rows } = await database.query<{ action: string }>(
    `SELECT action FROM audit_entries WHERE subject_id = $1 AND action LIKE '%second_factor%' ORDER BY id`,
    [id],
  );
  return rows.map(({ action }) => action);
};

describe('a second factor', () => {
  it('changes no log-in before a code of it is confirmed', async () => {
    const { alice } = await users(parley, 'alice');
    const { body } = await post(FACTOR, {}, alice.tokens.access);
    expect(String(body.uri)).toContain(`otpauth://totp/Parley:${alice.username}`);
    await expect(logIn(alice)).resolves.toMatchObject({ status: 200 });
    const wrong = await post(`${FACTOR}confirm/`, { code: codeOf(body.secret, 40) }, alice.tokens.access);
    expect([wrong.status, codeIn(wrong)]).toEqual([401, 'second_factor_invalid']);
    await expect(logIn(alice)).resolves.toMatchObject({ status: 200 });
  });

  it('is required after the password from then on, and its ticket is good for one log-in', async () => {
    const { bob } = await users(parley, 'bob');
    const { secret } = await enrolled(bob);
    const first = await logIn(bob);
    expect(first).toEqual({
      status: 401,
      body: {
        detail: 'A code of the second factor is required.',
        code: 'second_factor_required',
        ticket: expect.any(String) as string,
      },
    });
    const wrong = await next(first.body.ticket, codeOf(secret, 40));
    expect([wrong.status, codeIn(wrong)]).toEqual([401, 'second_factor_invalid']);
    const right = await next(first.body.ticket, codeOf(secret));
    expect(right).toMatchObject({ status: 200, body: { access: expect.any(String) as string } });
    const again = await next(first.body.ticket, codeOf(secret, 1));
    expect([again.status, codeIn(again)]).toEqual([401, 'ticket_not_valid']);
    const foreign = await next(String(right.body.access), codeOf(secret, 1));
    expect([foreign.status, codeIn(foreign)]).toEqual([401, 'ticket_not_valid']);
    await expect(post('/api/token/verify/', { token: first.body.ticket })).resolves.toMatchObject({ status: 401 });
  });

  it('refuses a code that was used before, and codes of earlier steps', async () => {
    const { carol } = await users(parley, 'carol');
    const { secret } = await enrolled(carol);
    const code = codeOf(secret, 1);
    await expect(next(await ticketOf(carol), code)).resolves.toMatchObject({ status: 200 });
    for (const used of [code, codeOf(secret)]) {
      const answer = await next(await ticketOf(carol), used);
      expect([answer.status, codeIn(answer)]).toEqual([401, 'second_factor_invalid']);
    }
  });

  it('accepts a code once, and a recovery code once, when they are sent to all nodes at the same time', async () => {
    const { dave } = await users(parley, 'dave');
    const { secret, recovery } = await enrolled(dave);
    for (const code of [codeOf(secret, 1), recovery[0]!]) {
      const tickets = await Promise.all([ticketOf(dave), ticketOf(dave), ticketOf(dave), ticketOf(dave)]);
      const answers = await Promise.all(tickets.map((ticket) => next(ticket, code)));
      // The refused ones count as wrong codes.
      const refused = expect.toBeOneOf([401, 429]) as number;
      expect(answers.map(({ status }) => status).sort()).toEqual([200, refused, refused, refused]);
    }
    await expect(call('GET', `${parley.url}${FACTOR}`, undefined, dave.tokens.access)).resolves.toEqual({
      status: 200,
      body: { enabled: true, recovery_codes: 9 },
    });
  });

  it('refuses all codes of a user for a while after five wrong ones', async () => {
    const { erin } = await users(parley, 'erin');
    const { secret } = await enrolled(erin);
    const ticket = await ticketOf(erin);
    for (let count = 0; count < 5; count += 1) {
      await expect(next(ticket, codeOf(secret, 40 + count))).resolves.toMatchObject({ status: 401 });
    }
    await expect(next(ticket, codeOf(secret))).resolves.toMatchObject({ status: 429, body: { code: 'throttled' } });
  });

  it('is removed by a code, and by an operator', async () => {
    const { frank } = await users(parley, 'frank');
    const { recovery } = await enrolled(frank);
    const remove = (code: string): Promise<Answer> =>
      call('DELETE', `${parley.url}${FACTOR}`, { code }, frank.tokens.access);
    await expect(remove('aaaa-aaaa-aaaa-aaaa')).resolves.toMatchObject({ status: 401 });
    await expect(remove(recovery[0]!)).resolves.toMatchObject({ status: 204 });
    await expect(logIn(frank)).resolves.toMatchObject({ status: 200 });
    await enrolled(frank);
    await expect(parley.parley('users', 'show', frank.username)).resolves.toMatchObject({
      second_factor: { enabled: true, recovery_codes: 10 },
    });
    await parley.parley('users', 'reset-second-factor', frank.username);
    await expect(logIn(frank)).resolves.toMatchObject({ status: 200 });
    await expect(actionsOf(frank)).resolves.toEqual([
      'second_factor.enrol',
      'second_factor.use_recovery_code',
      'second_factor.remove',
      'second_factor.enrol',
      'users.reset_second_factor',
    ]);
  });

  it('must be enrolled by moderators before they log in, where it is required', async () => {
    const { grace } = await users(parley, 'grace');
    await parley.parley('users', 'set-role', grace.username, 'moderator');
    const refused = await logIn(grace);
    expect([refused.status, codeIn(refused)]).toEqual([403, 'second_factor_enrolment_required']);
    const { ticket } = refused.body;
    await expect(next(ticket, '000000')).resolves.toMatchObject({ status: 401, body: { code: 'ticket_not_valid' } });
    const { body: begun } = await post('/api/token/enrolment/', { ticket });
    const confirmed = await post('/api/token/enrolment/confirm/', { ticket, code: codeOf(begun.secret) });
    expect(confirmed.body.recovery_codes).toHaveLength(10);
    const exchange = (): Promise<Answer> => post('/api/token/second-factor/', { ticket: confirmed.body.ticket });
    await expect(exchange()).resolves.toMatchObject({ status: 200, body: { access: expect.any(String) as string } });
    await expect(exchange()).resolves.toMatchObject({ status: 401 });
    await expect(logIn(grace)).resolves.toMatchObject({ status: 401, body: { code: 'second_factor_required' } });
  });

  it('is required of each log-in that uses a role, also of one that is older than the role', async () => {
    const { grace } = await users(parley, 'grace');
    const before = (await logIn(grace)).body as { access: string; refresh: string };
    const device = await openClient(parley.url, { token: before.access, name: grace.username });
    await parley.parley('users', 'set-role', grace.username, 'admin');
    const listed = (token: unknown): Promise<Answer> =>
      call('GET', `${parley.url}/api/admin/users/`, undefined, String(token));
    const refreshed = await post('/api/token/refresh/', { refresh: before.refresh });
    for (const token of [before.access, refreshed.body.access]) {
      const refused = await listed(token);
      expect([refused.status, codeIn(refused)]).toEqual([403, 'second_factor_enrolment_required']);
      expect(refused.body.ticket).toEqual(expect.any(String));
    }
    await device.receive('chat.notifications');
    await expect(device.expectRefused('report.list', {})).resolves.toMatchObject({ code: 4002 });
    const { secret } = await enrolled({ id: grace.id, tokens: before });
    // The code was given in this log-in, and its connections open again with the role.
    await device.closed();
    await expect(listed(before.access)).resolves.toMatchObject({ status: 200 });
    const again = await openClient(parley.url, { token: before.access, name: grace.username });
    await again.receive('chat.notifications');
    expect(await again.request('report.list', {})).toMatchObject({ eventType: 'reportlist.dispatch' });
    const other = await listed(grace.tokens.access);
    expect([other.status, codeIn(other)]).toEqual([403, 'second_factor_required']);
    const proven = await post('/api/account/reauthentication/', { code: codeOf(secret, 1) }, grace.tokens.access);
    expect(proven.status).toBe(204);
    await expect(listed(grace.tokens.access)).resolves.toMatchObject({ status: 200 });
    await parley.parley('users', 'reset-second-factor', grace.username);
    await again.closed();
    await expect(listed(before.access)).resolves.toMatchObject({ status: 403 });
    await expect(listed(grace.tokens.access)).resolves.toMatchObject({ status: 403 });
  });

  it('is enrolled by nobody who has an access token alone', async () => {
    const { bob } = await users(parley, 'bob');
    await database.query(
      `UPDATE refresh_tokens SET authenticated_at = now() - interval '301 seconds' WHERE user_id = $1`,
      [bob.id],
    );
    const refused = await post(FACTOR, {}, bob.tokens.access);
    expect([refused.status, codeIn(refused)]).toEqual([403, 'reauthentication_required']);
    await parley.parley('users', 'set-role', bob.username, 'moderator');
    const asModerator = await call('GET', `${parley.url}/api/admin/reports/`, undefined, bob.tokens.access);
    expect([asModerator.status, codeIn(asModerator)]).toEqual([403, 'second_factor_enrolment_required']);
    expect(asModerator.body).not.toHaveProperty('ticket');
    await expect(post('/api/account/reauthentication/', { password }, bob.tokens.access)).resolves.toMatchObject({
      status: 204,
    });
    await enrolled(bob);
  });

  it('has a ticket that a change of the password makes invalid', async () => {
    const { heidi } = await users(parley, 'heidi');
    const { secret } = await enrolled(heidi);
    const ticket = await ticketOf(heidi);
    await parley.parley('users', 'set-password', heidi.username, '--password', 'eleven blue kettles');
    await expect(next(ticket, codeOf(secret))).resolves.toMatchObject({ status: 401 });
  });
});

it('the secret of second factors is replaced without a log-in, and one that is lost is named', async () => {
  const { dave } = await users(parley, 'dave');
  const { secret } = await enrolled(dave);
  const encrypt = (TOTP_SECRET: string | undefined): Promise<unknown> => {
    const { serviceData } = parley;
    const env = { ...serviceData.env, ...(TOTP_SECRET !== undefined && { TOTP_SECRET }) };
    return parleyWith({ ...serviceData, env }, 'users', 'encrypt-second-factors');
  };
  await database.query('DELETE FROM second_factors WHERE user_id <> $1', [dave.id]);
  const [one, two] = ['o'.repeat(32), 't'.repeat(32)];
  // From JWT_SECRET to a secret of their own, and from that to the next.
  await expect(encrypt(one)).resolves.toEqual({ encrypted: 1, current: 0, unreadable: [] });
  await expect(encrypt(`${two},${one}`)).resolves.toEqual({ encrypted: 1, current: 0, unreadable: [] });
  await expect(encrypt(two)).resolves.toEqual({ encrypted: 0, current: 1, unreadable: [] });
  await expect(encrypt(one)).resolves.toEqual({ encrypted: 0, current: 0, unreadable: [dave.username] });
  await parley.restart('SIGTERM', { TOTP_SECRET: two });
  await expect(next(await ticketOf(dave), codeOf(secret))).resolves.toMatchObject({ status: 200 });
  await forgetSteps(database, dave.id);
  await parley.restart('SIGTERM', { TOTP_SECRET: one });
  await expect(next(await ticketOf(dave), codeOf(secret))).resolves.toMatchObject({ status: 401 });
  expect(parley.output).toContain(`The second factor of the user ${String(dave.id)} cannot be decrypted`);
});
