import { OF_NODES } from '../support/own-statements.js';
import { users } from '../support/people.js';
import { eventually } from '../support/eventually.js';
import { WebhookReceiver } from '../support/receiver.js';
import type { Service } from '../support/service.js';
import type { StatementProxy } from '../support/statement-proxy.js';
import { createGroup, connectMember, sendMessage } from '../support/messaging.js';
import { watchedService } from '../support/watched-service.js';

let proxy: StatementProxy;
let parley: Service;
let receiver: WebhookReceiver;

beforeAll(async () => {
  ({ proxy, parley } = await watchedService());
  receiver = await WebhookReceiver.start();
});
afterAll(async () => {
  await receiver.close();
});

/** The statements of the acting user's requests so far. */
const requested = (): string[] =>
  proxy.about('rooms', 'room_members', 'messages', 'room_changes', 'users').filter((text) => !OF_NODES.test(text));

describe('a webhook', () => {
  it('adds no statement to the requests of users', async () => {
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const phone = await alice.connect();
    const group = await createGroup(phone, [await connectMember(bob)]);
    await sendMessage(phone, group, 'first');

    proxy.forget();
    await sendMessage(phone, group, 'to those in the room');
    const before = requested();
    await receiver.register(parley);
    proxy.forget();
    await sendMessage(phone, group, 'to a webhook too');
    expect(requested()).toEqual(before);
    expect(before.length).toBeGreaterThan(0);
    await eventually(() => receiver.acceptedOf('message.created').length === 1);
  });
});
