import type { Room } from '@parley/protocol';

import { metric } from '../support/metrics.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { Service } from '../support/service.js';
import { FileClient, textFile } from '../support/uploads.js';
import type { FileAnswer } from '../support/uploads.js';

const BURST = 60;
/** The costs of the creation and of the check of an upload, in events. */
const [CREATION, CHECK] = [5, 5];

let parley: Service;
let alice: TestUser;
let bob: TestUser;
let room: Room;
let flooder: FileClient;
let neighbour: FileClient;

beforeAll(async () => {
  parley = await Service.start({ EVENTS_PER_SECOND_PER_USER: '1', EVENTS_BURST_PER_USER: String(BURST) });
});
afterAll(() => parley.stop());

beforeEach(async () => {
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
  const device = await alice.connect();
  const { data } = await device.request('room.create', { type: 'GroupChat', name: 'x', participants: [bob.id] });
  await device.close();
  room = data;
  [flooder, neighbour] = [new FileClient(parley, bob), new FileClient(parley, alice)];
});

/** Makes requests at once. @returns how many were not refused as too many */
async function accepted(count: number, request: () => Promise<FileAnswer>): Promise<number> {
  const answers = await Promise.all(Array.from({ length: count }, request));
  return answers.filter(({ status }) => status !== 429).length;
}

describe('a user who floods the service with files', () => {
  it('is refused, and the uploads of others are not', async () => {
    const before = await metric(parley, 'parley_limited_total{limit="EVENTS_PER_SECOND_PER_USER"}');
    const small = textFile('x');
    const created = await accepted(2 * BURST, () => flooder.create(room.id, small));
    expect(created).toBeGreaterThanOrEqual(BURST / CREATION - 1);
    expect(created).toBeLessThan(BURST / CREATION + 3);
    const { status, headers, body } = await flooder.create(room.id, small);
    expect([status, body]).toMatchObject([429, { code: 'throttled' }]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(CREATION);
    expect(await metric(parley, 'parley_limited_total{limit="EVENTS_PER_SECOND_PER_USER"}')).toBeGreaterThan(before);
    const id = await neighbour.upload(room.id, small);
    expect((await neighbour.read(`/api/files/${id}`)).status).toBe(200);
  });

  it('pays for checks, parts and reads too', async () => {
    const id = await flooder.upload(room.id, textFile('x'));
    const checked = await accepted(BURST, () => flooder.complete(id));
    expect(checked).toBeGreaterThan(0);
    expect(checked).toBeLessThanOrEqual(BURST / CHECK);
    await accepted(BURST, () => flooder.head(id));
    expect(await flooder.append(id, 0, Buffer.alloc(1))).toMatchObject({ status: 429, body: { code: 'throttled' } });
    expect((await flooder.read(`/api/files/${id}`)).status).toBe(429);
  });

  it('spends the limit of the events on sockets', async () => {
    await accepted(BURST, () => flooder.create(room.id, textFile('x')));
    const device = await bob.connect();
    const ids = Array.from({ length: CREATION + 2 }, () => device.sendRequest('session.heartbeat', {}));
    const answers = await Promise.all(ids.map((id) => device.response(id)));
    expect(answers.some(({ error }) => error?.code === 4029)).toBe(true);
    await device.close();
  });
});
