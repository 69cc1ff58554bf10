import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';

import { eventually } from '../support/eventually.js';
import { createGroup } from '../support/messaging.js';
import { logIn, users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { WebhookReceiver } from '../support/receiver.js';
import { keepSecret } from '../support/secrets.js';
import { Service } from '../support/service.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';

interface Entry {
  readonly seq: number;
  readonly hash: string;
  readonly action: string;
  readonly actor_id: number | null;
  readonly subject_id: number | null;
  readonly address: string | null;
}

interface Verification {
  readonly unsealed: number;
  readonly head: { readonly seq: number; readonly hash: string };
}

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;

let data: ServiceData;
let parley: Service;
let receiver: WebhookReceiver;
let file: string;
let alice: TestUser;
let bob: TestUser;

beforeAll(async () => {
  keepSecret(SECRET);
  data = await newServiceData();
  receiver = await WebhookReceiver.start(() => 204, SECRET);
  file = join(data.folder, 'audit.jsonl');
  const env = { AUDIT_FILE: file, AUDIT_WEBHOOK: receiver.url, AUDIT_WEBHOOK_SECRET: SECRET };
  parley = await Service.start({ ...env, WEBHOOK_RETRY_SECONDS: '1', WEBHOOK_ATTEMPTS: '2' }, data);
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
});
afterAll(async () => {
  await parley.stop();
  await receiver.close();
  await data.remove();
});

const entriesIn = (path: string): Entry[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as Entry);

const received = (): Entry[] => receiver.accepted.flatMap((event) => event.data!.entries as Entry[]);

/** Waits until both receivers have the whole chain. @returns its head */
async function passedOn(path = file): Promise<Verification['head']> {
  let head: Verification['head'] | undefined;
  await eventually(async () => {
    const found = (await parley.parley('audit', 'verify')) as Verification;
    head = found.head;
    const last = existsSync(path) ? entriesIn(path).at(-1) : undefined;
    return found.unsealed === 0 && last?.seq === head.seq && received().at(-1)?.seq === head.seq;
  });
  return head!;
}

/** In the order of their first arrival: a stop or a kill can make entries arrive twice. */
const numbersOf = (entries: readonly Entry[]): number[] => [...new Set(entries.map(({ seq }) => seq))];
const upTo = (seq: number, from = 1): number[] => Array.from({ length: seq - from + 1 }, (_, at) => from + at);

async function addBob(): Promise<void> {
  const device = await alice.connect();
  const room = await createGroup(device, []);
  await device.request('room.add_members', { room_id: room.id, members: [bob.id] });
  await device.close();
}

describe('AUDIT_FILE and AUDIT_WEBHOOK', () => {
  it('get every entry in the order of the chain, with its hash and from where it was done, also log-ins', async () => {
    await addBob();
    await logIn(parley, alice.username);
    // Log-ins are recorded once a minute, and at a stop.
    await parley.restart();
    const { seq, hash } = await passedOn();
    for (const entries of [entriesIn(file), received()]) {
      expect(numbersOf(entries)).toEqual(upTo(seq));
      expect(entries.at(-1)!.hash).toBe(hash);
      const added = entries.find(({ action }) => action === 'room.add_members');
      expect(added).toMatchObject({ actor_id: alice.id, subject_id: bob.id, address: '127.0.0.1' });
      expect(entries).toContainEqual(expect.objectContaining({ action: 'log_in.succeeded', subject_id: alice.id }));
      expect(JSON.stringify(entries)).not.toContain(alice.username);
    }
    expect(receiver.forged).toEqual([]);
  });

  it('go on where they were after a kill, an outage of the receiver, a rotation and a line that was cut off', async () => {
    const { seq: before } = await passedOn();
    const rotated = `${file}.1`;
    renameSync(file, rotated);
    appendFileSync(file, '{"seq":');
    receiver.setAnswer(() => 503);
    await addBob();
    // The second attempt was the last one: the delivery is dead, and is made again.
    await eventually(() => new Set(receiver.received.slice(-4).map(({ id }) => id)).size > 1);
    await parley.restart('SIGKILL');
    receiver.setAnswer(() => 204);
    const { seq } = await passedOn();
    expect(seq).toBeGreaterThan(before);
    expect(numbersOf(entriesIn(rotated))).toEqual(upTo(before));
    expect(readFileSync(file, 'utf8')).toMatch(/^\{"seq":\n\{/);
    expect(numbersOf(entriesIn(file))).toEqual(upTo(seq, before + 1));
    expect(numbersOf(received())).toEqual(upTo(seq));
  });

  it('are told nothing more once the setting is gone', async () => {
    await parley.restart('SIGTERM', { AUDIT_WEBHOOK: '', AUDIT_WEBHOOK_SECRET: '' });
    const webhooks = (await parley.parley('webhooks', 'list')) as { is_active: boolean; description: string }[];
    expect(webhooks).toMatchObject([{ description: 'AUDIT_WEBHOOK', is_active: false }]);
  });

  it('need a secret for the webhook, and an absolute path', async () => {
    const fault = await Service.expectStartFailure({ AUDIT_FILE: 'audit.jsonl', AUDIT_WEBHOOK: receiver.url });
    expect(fault.output).toContain('AUDIT_FILE: must be an absolute path');
    expect(fault.output).toContain('AUDIT_WEBHOOK_SECRET: set both');
  });
});
