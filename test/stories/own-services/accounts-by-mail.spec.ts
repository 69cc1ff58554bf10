import { Administration } from '../../support/administration.js';
import { ApiClient } from '../../support/api.js';
import { connected } from '../../support/database.js';
import { eventually } from '../../support/eventually.js';
import { openClient } from '../../support/handshake.js';
import { linkIn, MailServer } from '../../support/mail-server.js';
import type { ReceivedMail } from '../../support/mail-server.js';
import { users } from '../../support/people.js';
import type { TestUser } from '../../support/people.js';
import { password as PASSWORD_OF_ALL } from '../../servers/template.js';
import { Service } from '../../support/service.js';

const PASSWORD = 'correct horse 9 battery';
const OTHER = 'another horse 7 battery';

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

let mails: MailServer;
let parley: Service;
let admin: Administration;
let alice: TestUser;

beforeAll(async () => {
  mails = await MailServer.start();
  parley = await Service.start({
    SMTP_URL: mails.url,
    MAIL_FROM: 'chat@chat.example',
    SIGN_UPS_PER_HOUR: '14',
    LOG_LEVEL: 'debug',
  });
  ({ alice } = await users(parley, 'alice'));
  admin = await Administration.by(parley, alice, 'admin');
});
afterAll(async () => {
  await parley.stop();
  await mails.stop();
});

async function request(method: string, path: string, body?: object, headers: object = {}): Promise<Answer> {
  const response = await fetch(`${parley.url}/api/${path}`, {
    method,
    headers: { ...(body && { 'Content-Type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Answer['body'] };
}

const signUp = (fields: object, headers?: object): Promise<Answer> =>
  request('POST', 'accounts/', { password: PASSWORD, ...fields }, headers);
const verify = (token: string): Promise<Answer> => request('POST', `accounts/verify/${token}`);
const logIn = (username: string, password: string, device = 'Tests'): Promise<Answer> =>
  request('POST', 'token/', { username, password }, { 'User-Agent': device });
const recover = (email: string): Promise<Answer> => request('POST', 'account/recovery/', { email });
const confirm = (token: string, password: string): Promise<Answer> =>
  request('POST', 'account/recovery/confirm/', { token, password });

/** Makes a user with a verified address. */
async function verified(username: string): Promise<string> {
  const email = `${username}@example.com`;
  await parley.parley('users', 'create', username, '--email', email, '--password', PASSWORD);
  return email;
}

const VOID = {
  status: 404,
  body: { detail: 'The link is void: it was used, it has expired, or it never was.', code: 'not_found' },
};

describe('an account by an invitation to an address', () => {
  /** What the user of a new account has as its address. */
  async function addressOf(username: string, invitation: string): Promise<object> {
    const { body } = await signUp({ username, invitation });
    return (await request('GET', 'account/address/', undefined, { Authorization: `Bearer ${String(body.access)}` }))
      .body;
  }
  const invite = async (email: string): Promise<string> => {
    const by = { Authorization: `Bearer ${alice.tokens.access}` };
    return String((await request('POST', 'invitations/', { email }, by)).body.token);
  };

  it('has it verified by the link of the mail, and not by the token that the inviter sees', async () => {
    await admin.request('PATCH', 'settings/', { sign_up: 'invitation' });
    const [forged, email] = ['chief@corp.example', 'guest@corp.example'];
    const seen = await invite(forged);
    expect((await signUp({ username: 'forger', invitation: `${seen}.${'A'.repeat(43)}` })).status).toBe(404);
    expect(await addressOf('forger', seen)).toEqual({ email: forged, email_verified: false });
    expect((await mails.next(forged, 1)).subject).toBe('Confirm your address for Parley');
    await invite(email);
    expect(await addressOf('invited', linkIn(await mails.next(email)).token)).toEqual({ email, email_verified: true });
  });
});

describe('an account without an invitation', () => {
  it('is made by the link of a mail, with an address of a permitted domain', async () => {
    expect(
      await admin.request('PATCH', 'settings/', { sign_up: 'domains', sign_up_domains: ['Owls.example'] }),
    ).toMatchObject({ status: 200 });
    expect(await signUp({ username: 'olga' })).toMatchObject({
      status: 400,
      body: { email: expect.anything() as unknown },
    });
    expect(await signUp({ username: 'olga', email: 'olga@example.com' })).toMatchObject({ status: 400 });
    expect(await signUp({ username: 'olga', email: 'olga@owls.example', password: '1' })).toMatchObject({
      status: 400,
    });
    const answer = await signUp({ username: 'olga', email: 'Olga@OWLS.example' }, { 'Accept-Language': 'de' });
    expect(answer).toEqual({ status: 202, body: { code: 'verify_email' } });
    expect(await logIn('olga', PASSWORD)).toMatchObject({ status: 401 });
    const mail = await mails.next('Olga@OWLS.example');
    expect(mail.subject).toBe('Bestätigen Sie Ihre Adresse für Parley');
    expect(mail.text).toContain('das Konto olga bei Parley');
    const { token } = linkIn(mail);
    expect(await verify(token)).toEqual({ status: 200, body: { username: 'olga' } });
    expect(await verify(token)).toEqual(VOID);
    expect(await verify(`${token.slice(0, -4)}AAAA`)).toEqual(VOID);
    expect(await logIn('olga', PASSWORD)).toMatchObject({ status: 200 });
    expect(parley.output).not.toContain(token);
  });

  it('is not made with a taken address, whose owner is told, and the answer is the same', async () => {
    await admin.request('PATCH', 'settings/', { sign_up: 'open' });
    const email = await verified('peter');
    expect(await signUp({ username: 'petra', email: email.toUpperCase() })).toEqual({
      status: 202,
      body: { code: 'verify_email' },
    });
    const mail = await mails.next(email.toUpperCase());
    expect([mail.subject, linkIn(mail).token]).toEqual(['Your address at Parley', '']);
    expect(await signUp({ username: 'peter', email: 'free@example.com' })).toMatchObject({ status: 409 });
  });

  it('is made once, of two with one address', async () => {
    await signUp({ username: 'twin1', email: 'twin@example.com' });
    await signUp({ username: 'twin2', email: 'twin@example.com' });
    const [first, second] = [await mails.next('twin@example.com'), await mails.next('twin@example.com', 1)];
    const answers = await Promise.all([first, second].map((mail) => verify(linkIn(mail).token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it('is not made after the deployment has ended the sign-up, or that of the domain', async () => {
    await signUp({ username: 'late', email: 'late@example.com' });
    const { token } = linkIn(await mails.next('late@example.com'));
    for (const changes of [
      { sign_up: 'off' },
      { sign_up: 'invitation' },
      { sign_up: 'domains', sign_up_domains: ['owls.example'] },
    ]) {
      await admin.request('PATCH', 'settings/', changes);
      expect(await verify(token)).toEqual(VOID);
    }
    await admin.request('PATCH', 'settings/', { sign_up: 'open' });
    expect(await verify(token)).toMatchObject({ status: 200 });
  });

  it('counts against the limits of sign-ups while it waits', async () => {
    const statuses = [];
    for (let at = 0; at < 14; at += 1)
      statuses.push((await signUp({ username: `many${String(at)}`, email: `many${String(at)}@example.com` })).status);
    expect(statuses.at(0)).toBe(202);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('a lost password', () => {
  it('is set anew by a link, once, which ends all log-ins and other links', async () => {
    const email = await verified('paula');
    const before = await logIn('paula', PASSWORD);
    expect([await recover(email), await recover(email)]).toEqual(Array(2).fill({ status: 202, body: {} }));
    const [first, second] = [await mails.next(email), await mails.next(email, 1)];
    expect(first.text).toContain('Your username is paula.');
    const { token } = linkIn(first);
    expect(await confirm(token, '12345')).toMatchObject({
      status: 400,
      body: { password: expect.anything() as unknown },
    });
    expect(await confirm(token, OTHER)).toEqual({ status: 204, body: {} });
    expect(await confirm(token, PASSWORD)).toEqual(VOID);
    expect(await confirm(linkIn(second).token, PASSWORD)).toEqual(VOID);
    expect(await confirm('nothing', PASSWORD)).toEqual(VOID);
    expect(await logIn('paula', PASSWORD)).toMatchObject({ status: 401 });
    expect(await logIn('paula', OTHER)).toMatchObject({ status: 200 });
    expect(await request('POST', 'token/refresh/', { refresh: before.body.refresh })).toMatchObject({ status: 401 });
    expect((await mails.next(email, 2)).subject).toBe('Your password for Parley was changed');
    expect(parley.output).not.toContain(token);
  });

  it('sends nothing to an address that nobody has verified, to an inactive user, or to one without a password', async () => {
    const email = await verified('quentin');
    await parley.parley('users', 'deactivate', 'quentin');
    await parley.parley('users', 'create', 'rosa', '--email', 'rosa@example.com');
    for (const address of [email, 'rosa@example.com', 'nobody@example.com', 'no address'])
      expect(await recover(address)).toEqual({ status: 202, body: {} });
    const last = await verified('sven');
    await recover(last);
    await mails.next(last);
    expect(mails.mails.filter(({ subject }) => subject?.startsWith('New password'))).toHaveLength(3);
  });

  it('is not set by a link that went to an address which the user has given up', async () => {
    const email = await verified('ursula');
    await recover(email);
    const { token } = linkIn(await mails.next(email));
    await parley.parley('users', 'update', 'ursula', '--email', 'ursula@new.example');
    expect(await confirm(token, OTHER)).toEqual(VOID);
    expect(await logIn('ursula', PASSWORD)).toMatchObject({ status: 200 });
  });

  it('is not set by a link after the password was changed', async () => {
    const email = await verified('theo');
    await recover(email);
    const { token } = linkIn(await mails.next(email));
    await parley.parley('users', 'set-password', 'theo', '--password', OTHER);
    expect(await confirm(token, PASSWORD)).toEqual(VOID);
  });
});

describe('the address of a user', () => {
  it('is not changed again by a used link, nor by one from before a change of the password', async () => {
    const { bob } = await users(parley, 'bob');
    const email = 'bob@own.example';
    await parley.parley('users', 'update', bob.username, '--email', email);
    const device = await bob.connect();
    await device.request('user.update', { email: 'thief@one.example' });
    await device.request('user.update', { email: 'thief@two.example' });
    await device.close();
    const [used, unused] = await Promise.all(['one', 'two'].map((each) => mails.next(`thief@${each}.example`)));
    expect(await verify(linkIn(used!).token)).toMatchObject({ status: 200 });
    await parley.parley('users', 'update', bob.username, '--email', email);
    expect(await verify(linkIn(used!).token)).toEqual(VOID);
    await parley.parley('users', 'set-password', bob.username, '--password', OTHER);
    expect(await verify(linkIn(unused!).token)).toEqual(VOID);
  });

  it('counts once it is verified, and the former one is told', async () => {
    const { bob } = await users(parley, 'bob');
    const email = 'bob@old.example';
    await parley.parley('users', 'update', bob.username, '--email', email);
    const device = await bob.connect();
    const update = async (fields: object) => (await device.request('user.update', fields)).data;
    const address = async () =>
      (await request('GET', 'account/address/', undefined, { Authorization: `Bearer ${bob.tokens.access}` })).body;
    expect(await update({})).toMatchObject({ language: null });
    expect(await address()).toEqual({ email, email_verified: true });
    expect(await update({ language: 'es', email: 'bob@new.example' })).toMatchObject({ language: 'es' });
    expect(await address()).toEqual({ email, email_verified: true });
    const mail = await mails.next('bob@new.example');
    expect(mail.subject).toBe('Confirme su dirección para Parley');
    expect(mails.to(email)).toEqual([]);
    expect(await verify(linkIn(mail).token)).toEqual({ status: 200, body: { username: bob.username } });
    expect(await address()).toEqual({ email: 'bob@new.example', email_verified: true });
    expect((await mails.next(email)).subject).toBe('Se cambió su dirección de Parley');
    expect(await verify(linkIn(mail).token)).toEqual(VOID);
    await expect(update({ email: 'nonsense' })).rejects.toThrow('4003');
    // What another user has verified is answered as a free address.
    const taken = await verified('viktor');
    await update({ email: taken });
    expect(await address()).toEqual({ email: 'bob@new.example', email_verified: true });
    expect((await mails.next(taken)).subject).toBe('Su dirección en Parley');
    await update({ email: null });
    expect(await address()).toEqual({ email: null, email_verified: false });
    await device.close();
  });
});

describe('the address of a user with a password', () => {
  /** As after five minutes. */
  async function grownOld(user: TestUser): Promise<void> {
    const database = await connected(parley.serviceData);
    await database.query(
      `UPDATE refresh_tokens SET authenticated_at = now() - interval '301 seconds' WHERE user_id = $1`,
      [user.id],
    );
    await database.end();
  }
  const addressOf = async ({ tokens }: TestUser) =>
    (await request('GET', 'account/address/', undefined, { Authorization: `Bearer ${tokens.access}` })).body.email;

  it('is neither changed nor removed without a fresh proof of the same log-in', async () => {
    const { bob } = await users(parley, 'bob');
    const own = 'bob@proven.example';
    await parley.parley('users', 'update', bob.username, '--email', own);
    await grownOld(bob);
    const device = await bob.connect();
    for (const email of ['thief@elsewhere.example', null]) {
      expect(await device.expectRefused('user.update', { email, last_name: 'Changed' })).toMatchObject({
        code: 4002,
        detail: 'reauthentication_required',
      });
    }
    const { data } = await device.request('user.update', { email: own, language: 'de' });
    expect(data).toMatchObject({ language: 'de', user: { last_name: 'Tester' } });
    // A proof of another log-in is none.
    expect(await logIn(bob.username, PASSWORD_OF_ALL)).toMatchObject({ status: 200 });
    expect(await device.expectRefused('user.update', { email: null })).toMatchObject({ code: 4002 });
    expect(mails.to('thief@elsewhere.example')).toEqual([]);
    expect(await addressOf(bob)).toBe(own);
    const proof = { Authorization: `Bearer ${bob.tokens.access}` };
    await request('POST', 'account/reauthentication/', { password: PASSWORD_OF_ALL }, proof);
    await device.request('user.update', { email: null });
    expect(await addressOf(bob)).toBe(null);
    await device.close();
  });

  it('is not changed by an API key, which has other rights than the password', async () => {
    const { bob } = await users(parley, 'bob');
    const own = await ApiClient.create(parley, { user: bob });
    const any = (await ApiClient.create(parley, { scopes: 'users:write,act-as-anybody' })).onBehalfOf(bob.username);
    for (const key of [own, any]) {
      const refused = await key.expectRefused('PATCH', '/api/users/me/', { email: 'thief@elsewhere.example' });
      expect(refused).toMatchObject({ status: 403, code: 'permission_denied' });
    }
  });

  it('needs no proof of a user without a password, who cannot set one by mail', async () => {
    const name = 'rosalind';
    await parley.parley('users', 'create', name);
    const { access } = (await parley.parley('tokens', 'issue', name)) as { access: string };
    const device = await openClient(parley.url, { token: access, name });
    await device.receive('chat.notifications');
    await device.request('user.update', { email: 'rosalind@example.com' });
    await verify(linkIn(await mails.next('rosalind@example.com')).token);
    await device.close();
    await recover('rosalind@example.com');
    expect(mails.to('rosalind@example.com')).toHaveLength(1);
  });
});

describe('a log-in from a device that the user has not had', () => {
  it('is told by mail, once a device', async () => {
    const email = await verified('wanda');
    const subjects = (): (string | undefined)[] => mails.to(email).map(({ subject }: ReceivedMail) => subject);
    await logIn('wanda', PASSWORD, 'Owl/1');
    await logIn('wanda', PASSWORD, 'Owl/1');
    await logIn('wanda', PASSWORD, 'Fox/2');
    await logIn('wanda', PASSWORD, 'Fox/2');
    const mail = await mails.next(email);
    expect(mail.text).toContain('Fox/2');
    await logIn('wanda', PASSWORD, 'Cat/3');
    await eventually(() => subjects().length === 2);
    expect(subjects()).toEqual(Array(2).fill('New device logged in to Parley'));
  });
});

it('a deployment without mail offers nothing that needs it', async () => {
  const other = await Service.start();
  try {
    const { carol } = await users(other, 'carol');
    const by = await Administration.by(other, carol, 'admin');
    expect(await by.request('PATCH', 'settings/', { sign_up: 'open' })).toMatchObject({
      status: 400,
      body: { sign_up: ['needs mail: SMTP_URL is not set'] },
    });
    const recovery = await fetch(`${other.url}/api/account/recovery/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com' }),
    });
    expect(recovery.status).toBe(202);
    expect(await by.request('POST', 'mails/test/', { address: 'ada@example.com' })).toMatchObject({ status: 409 });
  } finally {
    await other.stop();
  }
});
