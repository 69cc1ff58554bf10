import type { ChatClient } from '../support/chat-client.js';
import { eventually } from '../support/eventually.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { TwoNodes } from '../support/two-nodes.js';
import { FileClient, textFile } from '../support/uploads.js';

const PER_SECOND = 10;
const BURST = 100;
/** The cost of the creation of an upload, in events. */
const CREATION = 5;

let nodes: TwoNodes;
let alice: TestUser;
let here: ChatClient;
let there: ChatClient;

beforeAll(async () => {
  nodes = await TwoNodes.start({
    EVENTS_PER_SECOND_PER_USER: String(PER_SECOND),
    EVENTS_BURST_PER_USER: String(BURST),
  });
});
afterAll(() => nodes.stop());
beforeEach(async () => {
  ({ alice } = await users(nodes.here, 'alice'));
  [here, there] = await Promise.all([alice.connect(nodes.here), alice.connect(nodes.there)]);
});
afterEach(async () => {
  nodes.cable.mend();
  await Promise.all([here.close(), there.close()]);
});

/** Spends the burst on one node. */
async function spends(device: ChatClient): Promise<void> {
  const ids = Array.from({ length: BURST }, () => device.sendRequest('session.heartbeat', {}));
  await Promise.all(ids.map((id) => device.response(id)));
}

/** The seconds that a user must wait on a node; 0 if an event was accepted. */
async function waitOn(device: ChatClient): Promise<number> {
  const { error } = await device.response(device.sendRequest('session.heartbeat', {}));
  return error?.retry_after ?? 0;
}

describe('EVENTS_PER_SECOND_PER_USER on two nodes', () => {
  it('is paid back by a user who has spent the burst on both nodes', async () => {
    await Promise.all([spends(here), spends(there)]);
    // A node alone would accept the next event after a tenth of a second.
    await eventually(async () => (await waitOn(here)) > 2);
    await eventually(async () => (await waitOn(there)) > 2);
  });

  it('is spent by files on one node and events on the other', async () => {
    const { data: room } = await here.request('room.create', { type: 'GroupChat', name: 'x' });
    const files = new FileClient(nodes.here, alice);
    const creations = Array.from({ length: BURST / CREATION }, () => files.create(room.id, textFile('x')));
    const [answers] = await Promise.all([Promise.all(creations), spends(there)]);
    expect(answers.map(({ status }) => status)).toContain(201);
    // The events on the other node alone would be paid back after a tenth of a second.
    await eventually(async () => (await waitOn(there)) > 2);
    expect((await new FileClient(nodes.there, alice).create(room.id, textFile('x'))).status).toBe(429);
  });

  it('is counted by each node while Redis is unavailable', async () => {
    nodes.cable.cut();
    await eventually(async () => (await waitOn(here)) > 0);
    await expect(waitOn(there)).resolves.toBe(0);
  });
});
