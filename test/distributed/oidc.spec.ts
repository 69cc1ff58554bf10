import { randomUUID } from 'node:crypto';

import { decodeJwt } from 'jose';
import type { Client } from 'pg';

import type { ChatClient } from '../support/chat-client.js';
import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { openClient } from '../support/handshake.js';
import { IdentityProvider } from '../support/identity-provider.js';
import type { Person } from '../support/identity-provider.js';
import { begin, CALLBACK, comeBack, walk } from '../support/log-in-walk.js';
import type { Outcome } from '../support/log-in-walk.js';
import { users } from '../support/people.js';
import { call } from '../support/second-factor.js';
import type { Answer } from '../support/second-factor.js';
import { Service } from '../support/service.js';

const GROUPS = {
  OIDC_SCOPES: 'openid profile groups',
  OIDC_ROLE_CLAIM: 'groups',
  OIDC_ROLE_GROUPS: 'chat-admins:admin,chat-moderators:moderator',
};

let provider: IdentityProvider;
let parley: Service;
let database: Client;

beforeAll(async () => {
  provider = await IdentityProvider.start();
  const env = { WEB_CLIENT: 'on', FAILED_LOGINS_PER_ADDRESS: '1000', REQUIRE_TOTP: 'moderators', ...GROUPS };
  parley = await Service.start({ ...env, ...provider.env });
  provider.register({
    redirectUris: [CALLBACK],
    backChannelUri: `${parley.url}/api/oidc/back-channel-log-out`,
  });
  database = await connected(parley.serviceData);
});
afterEach(() => {
  provider.fault = undefined;
});
afterAll(async () => {
  await database.end();
  await parley.stop();
  await provider.stop();
});

/** A person whom nobody knows yet. The username starts with this name. */
const person = (name: string, groups: readonly string[] = []): Person => {
  const sub = randomUUID();
  return { sub, preferred_username: `${name}${sub.slice(0, 8)}`, groups };
};

async function outcome(who: Person, service = parley): Promise<Outcome> {
  provider.person = who;
  return comeBack(service, await walk(service, provider));
}

const exchange = (ticket: string | undefined): Promise<Answer> =>
  call('POST', `${parley.url}/api/token/second-factor/`, { ticket });

interface LoggedIn {
  readonly access: string;
  readonly id: number;
  readonly username: string;
}

async function logIn(who: Person): Promise<LoggedIn> {
  const { log_in_ticket: ticket, username = '', log_in_error: error } = await outcome(who);
  expect(error).toBeUndefined();
  const { status, body } = await exchange(ticket);
  expect(status).toBe(200);
  const access = String(body.access);
  return { access, id: Number(decodeJwt(access).user_id), username };
}

const connect = async ({ access }: LoggedIn): Promise<ChatClient> => {
  const device = await openClient(parley.url, { token: access, clusterBarrier: parley.clusterBarrier });
  await device.receive('chat.notifications');
  return device;
};

const roleOf = async ({ id }: LoggedIn): Promise<string> =>
  (await database.query<{ role: string }>('SELECT role FROM users WHERE id = $1', [id])).rows[0]!.role;

const sidOf = async ({ sub }: Person): Promise<string> => {
  const { rows } = await database.query<{ sid: string }>(
    'SELECT sid FROM provider_log_ins WHERE subject = $1 ORDER BY family DESC',
    [sub],
  );
  return rows[0]!.sid;
};

const logOut = async (token: string): Promise<number> => {
  const body = new URLSearchParams({ logout_token: token });
  return (await fetch(`${parley.url}/api/oidc/back-channel-log-out`, { method: 'POST', body })).status;
};

describe('a log-in by the provider', () => {
  it('makes a user without a password the first time, and finds the same user later, by another name too', async () => {
    const ada = person('ada');
    const first = await logIn(ada);
    expect(first.username).toBe(ada.preferred_username);
    const again = await logIn({ ...ada, preferred_username: 'renamed' });
    expect([again.id, again.username]).toEqual([first.id, ada.preferred_username]);
    const { rows } = await database.query('SELECT password_hash, role FROM users WHERE id = $1', [first.id]);
    expect(rows).toEqual([{ password_hash: null, role: 'user' }]);
    const acts = await database.query('SELECT action FROM audit_entries WHERE subject_id = $1', [first.id]);
    expect(acts.rows).toContainEqual({ action: 'log_in.user_created' });
    await (await connect(again)).close();
  });

  it('makes one user of one account that logs in twice at the same moment', async () => {
    provider.person = person('twin');
    const walks = [await walk(parley, provider), await walk(parley, provider)];
    const outcomes = await Promise.all(walks.map((returned) => comeBack(parley, returned)));
    const answers = await Promise.all(outcomes.map(({ log_in_ticket: ticket }) => exchange(ticket)));
    const ids = answers.map(({ body }) => decodeJwt(String(body.access)).user_id);
    expect(ids[0]).toBe(ids[1]);
  });

  it('sets the role by the groups each time, and needs no second factor of ours', async () => {
    const eve = person('eve', ['staff', 'chat-moderators']);
    const user = await logIn(eve);
    await expect(roleOf(user)).resolves.toBe('moderator');
    await logIn({ ...eve, groups: ['chat-moderators', 'chat-admins'] });
    await expect(roleOf(user)).resolves.toBe('admin');
    await logIn({ ...eve, groups: [] });
    await expect(roleOf(user)).resolves.toBe('user');
    const { rows } = await database.query<{ details: object }>(
      `SELECT details FROM audit_entries WHERE subject_id = $1 AND action = 'log_in.role_set' ORDER BY id`,
      [user.id],
    );
    expect(rows.map(({ details }) => details)).toEqual(['moderator', 'admin', 'user'].map((role) => ({ role })));
  });

  it('never takes over a user by the name', async () => {
    const { alice } = await users(parley, 'alice');
    const thief = { sub: randomUUID(), preferred_username: alice.username };
    await expect(outcome(thief)).resolves.toEqual({ log_in_error: 'username_taken' });
    const inCapitals = { ...thief, preferred_username: alice.username.toUpperCase() };
    await expect(outcome(inCapitals)).resolves.toEqual({ log_in_error: 'username_taken' });
  });

  it.each([undefined, '', 'white space', 'x'.repeat(200), 'аlice'])('refuses the username %o', async (name) => {
    const who = { sub: randomUUID(), ...(name !== undefined && { preferred_username: name }) };
    await expect(outcome(who)).resolves.toEqual({ log_in_error: 'username_invalid' });
  });

  it('refuses a user who was deactivated, and makes another one after the user was erased', async () => {
    const mallory = person('mallory');
    const { username, id } = await logIn(mallory);
    await parley.parley('users', 'deactivate', username);
    await expect(outcome(mallory)).resolves.toEqual({ log_in_error: 'user_inactive' });
    await parley.parley('users', 'erase', username, '--yes');
    const next = await logIn(mallory);
    expect(next.id).not.toBe(id);
  });

  it('has a ticket that is good for one exchange', async () => {
    const { log_in_ticket: ticket } = await outcome(person('once'));
    const answers = await Promise.all([exchange(ticket), exchange(ticket), exchange(ticket)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });
});

describe('the return from the provider', () => {
  it('is accepted once, with the cookie of the browser that began, and with its state', async () => {
    provider.person = person('walker');
    const [mine, other] = [await walk(parley, provider), await walk(parley, provider)];
    const expired = { log_in_error: 'log_in_expired' };
    await expect(comeBack(parley, { ...mine, cookie: '' })).resolves.toEqual(expired);
    await expect(comeBack(parley, { ...mine, cookie: other.cookie })).resolves.toEqual(expired);
    await expect(comeBack(parley, { ...mine, cookie: `${mine.cookie.slice(0, -4)}AAAA` })).resolves.toEqual(expired);
    const foreign = mine.query.replace(/state=[^&]*/, 'state=made-up');
    await expect(comeBack(parley, { ...mine, query: foreign })).resolves.toEqual(expired);
    await expect(comeBack(parley, mine)).resolves.toMatchObject({ tab: 'a-tab' });
    await expect(comeBack(parley, mine)).resolves.toEqual(expired);
  });

  it('fails with the code of another log-in, whose nonce and verifier differ', async () => {
    provider.person = person('mixer');
    const [mine, other] = [await walk(parley, provider), await walk(parley, provider)];
    const code = new URLSearchParams(other.query).get('code')!;
    const query = mine.query.replace(/code=[^&]*/, `code=${code}`);
    await expect(comeBack(parley, { ...mine, query })).resolves.toEqual({ log_in_error: 'provider_failed' });
  });

  it('fails with another issuer, and after a refusal by the provider', async () => {
    provider.person = person('refused');
    const mine = await walk(parley, provider);
    const query = mine.query.replace(/iss=[^&]*/, 'iss=https%3A%2F%2Fevil.example.com');
    await expect(comeBack(parley, { ...mine, query })).resolves.toEqual({ log_in_error: 'provider_failed' });
    const other = await walk(parley, provider);
    const refusal = other.query.replace(/code=[^&]*/, 'error=access_denied');
    await expect(comeBack(parley, { ...other, query: refusal })).resolves.toEqual({ log_in_error: 'provider_refused' });
  });
});

describe('the beginning of a log-in', () => {
  it('keeps its secrets in a cookie for the return alone', async () => {
    const response = await begin(parley);
    expect(response.status).toBe(303);
    const [cookie, ...attributes] = response.headers.getSetCookie()[0]!.split('; ');
    expect(cookie).toMatch(/^parley_oidc_[0-7]=eyJ/);
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=600', 'Path=/chat/api/oidc/callback', 'SameSite=Lax']);
    const secure = await begin(parley, 'https://localhost/');
    expect(secure.headers.getSetCookie()[0]).toContain('; Secure');
    const { searchParams } = new URL(response.headers.get('location')!);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'parley',
      redirect_uri: CALLBACK,
      code_challenge_method: 'S256',
      scope: 'openid profile groups',
    });
    expect([...searchParams.keys()]).toEqual(expect.arrayContaining(['state', 'nonce', 'code_challenge']));
  });

  it.each(['https://evil.example.com/', 'javascript:alert(1)', 'nonsense', ''])(
    'is refused for the page %s',
    async (page) => {
      expect((await begin(parley, page)).status).toBe(403);
    },
  );

  it('is refused for a tab without a proper name', async () => {
    expect((await begin(parley, undefined, '<b>')).status).toBe(400);
  });
});

describe('the provider', () => {
  it('may rotate its keys', async () => {
    const ada = person('rotated');
    await logIn(ada);
    await provider.rotateKeys();
    // The keys are fetched at most every two seconds.
    await eventually(async () => (await outcome(ada)).log_in_ticket !== undefined);
  });

  it('may be away: log-ins fail with a reason, and sessions go on', async () => {
    const ada = person('away');
    const user = await logIn(ada);
    const device = await connect(user);
    const returned = await walk(parley, provider);
    provider.fault = 503;
    await expect(comeBack(parley, returned)).resolves.toEqual({ log_in_error: 'provider_unavailable' });
    await expect(call('POST', `${parley.url}/api/token/verify/`, { token: user.access })).resolves.toMatchObject({
      status: 200,
    });
    await device.close();
    provider.fault = undefined;
    await expect(logIn(ada)).resolves.toMatchObject({ id: user.id });
  });

  it('is named on the log-in page', async () => {
    const response = await fetch(`${parley.url}/api/oidc/`);
    await expect(response.json()).resolves.toEqual({ name: new URL(provider.issuer).host });
  });
});

describe('a log-out at the provider', () => {
  it('ends the log-ins of the session, and closes their sockets on every node', async () => {
    const ada = person('out');
    const mine = await logIn(ada);
    const sid = await sidOf(ada);
    const other = await logIn(ada);
    const devices = await Promise.all([connect(mine), connect(mine), connect(mine)]);
    const elsewhere = await connect(other);
    await provider.logOut(ada.sub, sid);
    for (const device of devices) {
      await expect(device.closed()).resolves.toEqual({ code: 4001, reason: 'token_revoked' });
    }
    const verified = await call('POST', `${parley.url}/api/token/verify/`, { token: mine.access });
    expect(verified.status).toBe(401);
    await elsewhere.close();
    await expect(call('POST', `${parley.url}/api/token/verify/`, { token: other.access })).resolves.toMatchObject({
      status: 200,
    });
  });

  it('without a session ends every log-in of the subject, and no others', async () => {
    const [ada, bob] = [person('all'), person('others')];
    const devices = [await connect(await logIn(ada)), await connect(await logIn(ada))];
    const bobs = await connect(await logIn(bob));
    await expect(logOut(await provider.logOutToken({ sub: ada.sub }))).resolves.toBe(200);
    for (const device of devices) await expect(device.closed()).resolves.toMatchObject({ code: 4001 });
    await bobs.close();
  });

  it('makes a ticket that was not exchanged yet invalid, but not the next one', async () => {
    const ada = person('quick');
    const { log_in_ticket: ticket } = await outcome(ada);
    await expect(logOut(await provider.logOutToken({ sub: ada.sub }))).resolves.toBe(200);
    await expect(exchange(ticket)).resolves.toMatchObject({ status: 401 });
    await logIn(ada);
  });

  it('is accepted once', async () => {
    const token = await provider.logOutToken({ sub: person('again').sub });
    expect(await Promise.all([logOut(token), logOut(token), logOut(token)])).toEqual(
      expect.arrayContaining([200, 400, 400]),
    );
  });

  const seconds = (ahead: number): number => Math.floor(Date.now() / 1_000) + ahead;

  it.each([-20, 20])('is accepted from a clock that differs by %i seconds', async (shift) => {
    const times = { iat: seconds(shift), exp: seconds(shift) };
    await expect(logOut(await provider.logOutToken({ sub: 'a', ...times }))).resolves.toBe(200);
  });

  it.each<[string, () => Promise<string>]>([
    ['a changed signature', async () => `${(await provider.logOutToken({ sub: 'a' })).slice(0, -6)}AAAAAA`],
    ['a key of somebody else', async () => provider.logOutToken({ sub: 'a' }, { key: await provider.forgedKey() })],
    ['another issuer', () => provider.logOutToken({ sub: 'a', iss: 'https://evil.example.com' })],
    ['another audience', () => provider.logOutToken({ sub: 'a', aud: 'another client' })],
    ['a nonce', () => provider.logOutToken({ sub: 'a', nonce: 'n' })],
    ['no event', () => provider.logOutToken({ sub: 'a', events: {} })],
    ['no id', () => provider.logOutToken({ sub: 'a', jti: undefined })],
    ['neither session nor subject', () => provider.logOutToken({})],
    ['another type', () => provider.logOutToken({ sub: 'a' }, { typ: 'at+jwt' })],
    ['an expiry that is over', () => provider.logOutToken({ sub: 'a', iat: seconds(-60), exp: seconds(-40) })],
    ['an age of ten minutes', () => provider.logOutToken({ sub: 'a', iat: seconds(-600) })],
    ['a time ahead', () => provider.logOutToken({ sub: 'a', iat: seconds(40), exp: seconds(90) })],
    ['no form of a token', () => Promise.resolve('nonsense')],
  ])('is refused with %s', async (_, token) => {
    await expect(logOut(await token())).resolves.toBe(400);
  });

  it('is refused without a token, and with a body of more than 16 KiB', async () => {
    await expect(logOut('')).resolves.toBe(400);
    await expect(logOut('x'.repeat(16_384))).resolves.toBe(413);
  });
});
