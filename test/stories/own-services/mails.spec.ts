import { generateKeyPairSync } from 'node:crypto';

import sharp from 'sharp';

import { Administration } from '../../support/administration.js';
import { parley as command } from '../../support/command.js';
import { eventually } from '../../support/eventually.js';
import { linkIn, MailServer } from '../../support/mail-server.js';
import { users } from '../../support/people.js';
import type { TestUser } from '../../support/people.js';
import { Service } from '../../support/service.js';
import { FileClient } from '../../support/uploads.js';

interface Listed {
  readonly kind: string;
  readonly address: string;
  readonly state: string;
  readonly attempts: number;
  readonly error: string | null;
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
const DKIM_KEY = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().replaceAll('\n', '\\n');

const ENVIRONMENT = { MAIL_FROM: 'Chat <chat@chat.example>' };

let mails: MailServer;
let parley: Service;
let alice: TestUser;
let admin: Administration;

beforeAll(async () => {
  mails = await MailServer.start({ user: 'parley', password: 'a secret of the server' });
  parley = await Service.start({
    ...ENVIRONMENT,
    SMTP_URL: mails.url,
    MAIL_REPLY_TO: 'help@chat.example',
    MAIL_RETRY_SECONDS: '1',
    MAILS_PER_USER_PER_DAY: '5',
    MAIL_DKIM_DOMAIN: 'chat.example',
    MAIL_DKIM_SELECTOR: 'one',
    MAIL_DKIM_KEY: DKIM_KEY,
    DEPLOYMENT_NAME: 'Owls & <Friends>',
    PUBLIC_URL: 'https://chat.example',
    SIGN_UP: 'invitation',
    LOG_LEVEL: 'debug',
  });
  ({ alice } = await users(parley, 'alice'));
  admin = await Administration.by(parley, alice, 'admin');
});
afterAll(async () => {
  await parley.stop();
  await mails.stop();
});

const listed = async (address: string): Promise<Listed[]> =>
  ((await admin.request('GET', 'mails/?limit=100')).body as { mails: Listed[] }).mails.filter(
    (mail) => mail.address === address,
  );

async function invite(email: string, language = 'en'): Promise<{ id: string; is_mailed: boolean; token: string }> {
  const response = await fetch(`${parley.url}/api/invitations/`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${alice.tokens.access}`,
      'Content-Type': 'application/json',
      'Accept-Language': language,
    },
    body: JSON.stringify({ email }),
  });
  expect(response.status).toBe(201);
  return (await response.json()) as { id: string; is_mailed: boolean; token: string };
}

describe('a mail', () => {
  it('goes out as text and HTML, signed, with the name of the deployment and nothing remote', async () => {
    const { token } = await invite('bob@example.com');
    const mail = await mails.next('bob@example.com');
    expect(mail).toMatchObject({
      subject: `${alice.username} invites you to Owls & <Friends>`,
      from: { name: 'Chat', address: 'chat@chat.example' },
      to: [{ address: 'bob@example.com' }],
      replyTo: [{ address: 'help@chat.example' }],
    });
    // With a proof that the inviter does not have.
    const { url, token: mailed } = linkIn(mail);
    expect([url, mailed.split('.')]).toEqual([
      `https://chat.example/invite#${mailed}`,
      [token, expect.stringMatching(/^[\w-]{43}$/)],
    ]);
    expect(mail.html).toContain('Owls &amp; &lt;Friends&gt;');
    expect(mail.html).toContain(`href="${url}"`);
    expect(mail.html).not.toMatch(/<img|src=|url\(|@import|<script/);
    const headers = Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]));
    expect(headers['auto-submitted']).toBe('auto-generated');
    expect(headers['dkim-signature']).toContain('d=chat.example; q=dns/txt; s=one;');
    await eventually(async () => (await listed('bob@example.com'))[0]?.state === 'sent');
    expect(parley.output).not.toContain(token);
    expect(parley.output).not.toContain('a secret of the server');
  });

  it.each([
    ['de', 'lädt Sie zu', 'ltr'],
    ['es', 'le invita a', 'ltr'],
    ['ja', 'に招待しています', 'ltr'],
    ['ar', 'يدعوك', 'rtl'],
  ])('is in the language %s', async (language, words, direction) => {
    await invite(`${language}@example.com`, `${language}-XX,en;q=0.5`);
    const { subject, html } = await mails.next(`${language}@example.com`);
    expect(subject).toContain(words);
    expect(html).toContain(`<html lang="${language}" dir="${direction}">`);
  });

  it('is tried again when the server is busy, and not when it refuses the address for good', async () => {
    mails.answers.set('busy@example.com', { code: 451, text: 'Try again later' });
    mails.answers.set('nobody@example.com', { code: 550, text: 'No such user here' });
    await invite('busy@example.com');
    await invite('nobody@example.com');
    await eventually(async () => ((await listed('busy@example.com'))[0]?.attempts ?? 0) >= 2);
    expect(await listed('busy@example.com')).toMatchObject([{ state: 'pending', error: '451 Try again later' }]);
    mails.answers.delete('busy@example.com');
    await mails.next('busy@example.com');
    await eventually(async () => (await listed('busy@example.com'))[0]?.state === 'sent');
    expect(await listed('nobody@example.com')).toMatchObject([
      { kind: 'invitation', state: 'failed', attempts: 1, error: '550 No such user here' },
    ]);
  });

  it('says nothing that is void by then', async () => {
    mails.answers.set('void@example.com', { code: 451, text: 'Try again later' });
    const { id } = await invite('void@example.com');
    await eventually(async () => ((await listed('void@example.com'))[0]?.attempts ?? 0) >= 1);
    await parley.parley('invitations', 'revoke', id);
    mails.answers.delete('void@example.com');
    await eventually(async () => (await listed('void@example.com'))[0]?.state === 'dropped');
    expect(mails.to('void@example.com')).toEqual([]);
  });

  it('goes to one address at most so often a day, and what strangers cause leaves room for others', async () => {
    const made = [await invite('Often@example.com'), await invite('often@example.com')];
    expect(made.map(({ is_mailed: isMailed }) => isMailed)).toEqual([true, false]);
    const password = 'correct horse 9 battery';
    await parley.parley('users', 'create', 'often', '--email', 'often@example.com', '--password', password);
    const post = async (path: string, body: object, device = 'One'): Promise<void> => {
      const headers = { 'Content-Type': 'application/json', 'User-Agent': device };
      await fetch(`${parley.url}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    };
    for (let at = 0; at < 5; at += 1) await post('account/recovery/', { email: 'often@example.com' });
    const refused = 'A mail of the kind recovery is not sent';
    await eventually(() => parley.output.split(refused).length === 3);
    await eventually(() => mails.to('often@example.com').length === 4);
    for (const device of ['One', 'Two', 'Three']) await post('token/', { username: 'often', password }, device);
    expect((await mails.next('often@example.com', 4)).text).toContain('Two');
    const kinds = [...(await listed('Often@example.com')), ...(await listed('often@example.com'))].map(
      ({ kind }) => kind,
    );
    expect(kinds.sort()).toEqual(['invitation', 'new_device', 'recovery', 'recovery', 'recovery']);
  });
});

it('a mail carries the logo of the deployment', async () => {
  const files = new FileClient(parley, alice);
  const picture = sharp({ create: { width: 300, height: 100, channels: 3, background: '#3355aa' } });
  const file = { filename: 'logo.png', bytes: await picture.png().toBuffer(), mime_type: 'image/png' };
  const { body } = await files.create('', file, { kind: 'logo', room_id: undefined });
  await files.append(body.upload_id, 0, file.bytes);
  expect((await admin.request('PATCH', 'settings/', { logo: body.upload_id })).status).toBe(200);
  await invite('logo@example.com');
  const { attachments, html } = await mails.next('logo@example.com');
  expect(attachments).toMatchObject([{ mimeType: 'image/webp', contentId: '<logo@parley>' }]);
  expect(html).toContain('<img src="cid:logo@parley" alt=""');
  await admin.request('PATCH', 'settings/', { logo: null });
});

describe('a test mail', () => {
  it('says what the server says', async () => {
    const { serviceData } = parley;
    const env = { ...serviceData.env, ...ENVIRONMENT, SMTP_URL: mails.url };
    expect(await command({ ...serviceData, env }, 'mail', 'test', 'ops@example.com')).toEqual({
      outcome: 'sent',
      error: null,
    });
    expect((await mails.next('ops@example.com')).text).toContain('This is a test: mails arrive.');
    mails.answers.set('full@example.com', { code: 552, text: 'Mailbox full' });
    const { status, body } = await admin.request('POST', 'mails/test/', { address: 'full@example.com' });
    expect([status, body]).toEqual([200, { outcome: 'refused', error: '552 Mailbox full' }]);
    expect(await admin.request('POST', 'mails/test/', { address: 'nobody' })).toMatchObject({ status: 400 });
  });
});
