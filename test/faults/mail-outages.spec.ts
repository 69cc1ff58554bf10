import type { Client } from 'pg';

import { freePort } from '../servers/start-server.js';
import { Administration } from '../support/administration.js';
import { parley as command } from '../support/command.js';
import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { MailServer } from '../support/mail-server.js';
import { metric } from '../support/metrics.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { users } from '../support/people.js';
import { Service } from '../support/service.js';

const FROM = { MAIL_FROM: 'chat@chat.example', MAIL_RETRY_SECONDS: '1' };

let serviceData: ServiceData;
let database: Client;

beforeEach(async () => {
  serviceData = await newServiceData();
  database = await connected(serviceData);
});
afterEach(async () => {
  await database.end();
  await serviceData.remove();
});

/** Runs a command with these variables. */
const executes = (env: Readonly<Record<string, string>>, ...words: string[]): Promise<unknown> =>
  command({ ...serviceData, env: { ...serviceData.env, ...env } }, ...words);
/** By a command, whose mail a server sends. */
const invites = (env: Readonly<Record<string, string>>): Promise<unknown> =>
  executes(env, 'invitations', 'create', '--email', 'bob@example.com');
const states = async (): Promise<string[]> =>
  (await database.query<{ state: string }>('SELECT state FROM mails ORDER BY id')).rows.map(({ state }) => state);

it('an SMTP server that is away loses no mail', async () => {
  const port = await freePort();
  const env = { ...FROM, SMTP_URL: `smtp://127.0.0.1:${String(port)}` };
  const parley = await Service.start(env, serviceData);
  await invites(env);
  await eventually(async () => (await database.query('SELECT FROM mails WHERE attempts > 1')).rowCount === 1);
  expect(await metric(parley, 'parley_mails_pending')).toBe(1);
  const { alice } = await users(parley, 'alice');
  const admin = await Administration.by(parley, alice, 'admin');
  const overview = await admin.request<{ warnings: unknown[] }>('GET', 'overview/');
  expect(overview.body.warnings).toContainEqual({ code: 'smtp_away', waiting: 1 });
  const mails = await MailServer.start({ port });
  await mails.next('bob@example.com');
  await eventually(async () => (await metric(parley, 'parley_mails_total{outcome="sent"}')) === 1);
  expect([await states(), await metric(parley, 'parley_mails_pending')]).toEqual([['sent'], 0]);
  await parley.stop();
  await mails.stop();
});

it('another node sends the mail of one that is killed meanwhile', { timeout: 120_000 }, async () => {
  const mails = await MailServer.start();
  const env = { ...FROM, SMTP_URL: mails.url };
  const parley = await Service.start(env, serviceData);
  mails.answers.set('bob@example.com', 'never');
  await invites(env);
  await eventually(() => mails.asked('bob@example.com') === 1);
  await parley.restart('SIGKILL');
  mails.answers.delete('bob@example.com');
  // The end of the lease.
  await database.query('UPDATE mails SET due_at = now()');
  await mails.next('bob@example.com');
  await eventually(async () => (await states()).join() === 'sent');
  expect(mails.to('bob@example.com')).toHaveLength(1);
  await parley.stop();
  await mails.stop();
});

it('another node decides about missed messages in place of one that is killed meanwhile', async () => {
  const mails = await MailServer.start();
  const env = { ...FROM, SMTP_URL: mails.url, MAIL_AFTER_SECONDS: '1', PUSH_DELAY_SECONDS: '0' };
  const parley = await Service.start(env, serviceData);
  const { alice, bob } = await users(parley, 'alice', 'bob');
  await database.query(`UPDATE users SET email = 'alice@example.com' WHERE id = $1`, [alice.id]);
  await database.query(`INSERT INTO verified_addresses (address_key, user_id) VALUES ('alice@example.com', $1)`, [
    alice.id,
  ]);
  const phone = await bob.connect();
  const { data: room } = await phone.request('room.create', { type: 'OneToOneChat', participants: [alice.id] });
  await phone.request('message.send', { room_id: room.id, content: 'hello' });
  await eventually(async () => (await database.query('SELECT FROM missed_mails')).rowCount === 1);
  await database.query('BEGIN; LOCK TABLE user_blocks');
  await eventually(
    async () => (await database.query('SELECT FROM missed_mails WHERE leased_until IS NOT NULL')).rowCount === 1,
  );
  await parley.kill('SIGKILL');
  await database.query('COMMIT');
  await parley.begin();
  // The end of the lease.
  await database.query('UPDATE missed_mails SET leased_until = now()');
  await mails.next('alice@example.com');
  await eventually(async () => (await states()).join() === 'sent');
  expect(mails.to('alice@example.com')).toHaveLength(1);
  await phone.close();
  await parley.stop();
  await mails.stop();
});

it('a mail that nobody takes for a day has failed, and keeps nothing of what it said', async () => {
  const env = { ...FROM, SMTP_URL: `smtp://127.0.0.1:${String(await freePort())}` };
  const parley = await Service.start(env, serviceData);
  await invites(env);
  await database.query(`UPDATE mails SET created_at = now() - interval '1 day'`);
  await eventually(async () => (await states()).join() === 'failed');
  const { rows } = await database.query<object>('SELECT content, error FROM mails');
  expect(rows).toEqual([{ content: null, error: expect.stringContaining('ECONNREFUSED') as unknown }]);
  await parley.stop();
});

it('a server whose certificate nobody vouches for gets no mail over TLS, unless the operator says so', async () => {
  const mails = await MailServer.start({ secure: true });
  const strict = { ...FROM, SMTP_URL: mails.url };
  const parley = await Service.start(strict, serviceData);
  await expect(executes(strict, 'mail', 'test', 'bob@example.com')).rejects.toThrow('certificate');
  const lax = { ...FROM, SMTP_URL: `${mails.url}?tls.rejectUnauthorized=false` };
  expect(await executes(lax, 'mail', 'test', 'bob@example.com')).toEqual({ outcome: 'sent', error: null });
  await mails.next('bob@example.com');
  await parley.stop();
  await mails.stop();
});
