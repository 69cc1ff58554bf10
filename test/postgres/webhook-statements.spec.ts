import { OF_NODES } from '../support/own-statements.js';
import { people } from '../support/people.js';
import { eventually } from '../support/eventually.js';
import { Receiver } from '../support/receiver.js';
import type { Service } from '../support/service.js';
import type { StatementProxy } from '../support/statement-proxy.js';
import { groupOf, onADevice, says } from '../support/talk.js';
import { watchedService } from '../support/watched-service.js';

let proxy: StatementProxy;
let parley: Service;
let receiver: Receiver;

beforeAll(async () => {
  ({ proxy, parley } = await watchedService());
  receiver = await Receiver.start();
});
afterAll(async () => {
  await receiver.close();
});

/** The statements of the acting user's requests so far. */
const asked = (): string[] =>
  proxy.about('rooms', 'room_members', 'messages', 'room_changes', 'users').filter((text) => !OF_NODES.test(text));

describe('a webhook', () => {
  it('adds no statement to the requests of users', async () => {
    const { alice, bob } = await people(parley, 'alice', 'bob');
    const phone = await alice.arrives();
    const group = await groupOf(phone, [await onADevice(bob)]);
    await says(phone, group, 'first');

    proxy.forget();
    await says(phone, group, 'to those in the room');
    const before = asked();
    await receiver.follows(parley);
    proxy.forget();
    await says(phone, group, 'to a webhook too');
    expect(asked()).toEqual(before);
    expect(before.length).toBeGreaterThan(0);
    await eventually(() => receiver.of('message.created').length === 1);
  });
});
