import type pg from 'pg';

import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { users } from '../support/people.js';
import { leave, resultsOf } from '../support/pushes.js';
import { WebhookReceiver } from '../support/receiver.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { waitForOpenSessions } from '../support/sessions.js';
import { createGroup, connectMember, sendMessage } from '../support/messaging.js';

let parley: Service;
let receiver: WebhookReceiver;
let database: pg.Client;

beforeAll(async () => {
  parley = await sharedService('eagerDeliveries');
  database = await connected(parley.serviceData);
  receiver = await WebhookReceiver.start();
  await receiver.register(parley, '--events', 'push.requested');
  await isFollowed(true);
});
afterAll(async () => {
  await database.end();
  await receiver.close();
});

/** Whether the outbox keeps messages for users who are away: running nodes see when a webhook is created or deleted. */
async function isFollowed(followed: boolean): Promise<void> {
  await eventually(async () => {
    const { rowCount } = await database.query("SELECT FROM feed_followers WHERE name = 'push'");
    return (rowCount === 1) === followed;
  });
}

/** The recipients in each request for a message. */
const requestedFor = (messageId: string): (readonly { readonly username: string }[])[] =>
  receiver.acceptedOf('push.requested').flatMap(({ data }) => {
    const { message_id, recipients } = data as { message_id: string; recipients: readonly { username: string }[] };
    return message_id === messageId ? [recipients] : [];
  });

describe('a webhook for push.requested', () => {
  it('receives the recipients who are away and the message id, without the text', async () => {
    const { alice, bob, carol } = await users(parley, 'alice', 'bob', 'carol');
    const [phone, bobs] = [await alice.connect(), await connectMember(bob)];
    const group = await createGroup(phone, [bobs, await connectMember(carol)]);
    await leave(database, bobs);
    // Alice and Carol are known to be online.
    await waitForOpenSessions(2, parley.serviceData);
    const sent = await sendMessage(phone, group, 'an aubergine');
    await eventually(() => receiver.acceptedOf('push.requested').length === 1);
    expect(receiver.acceptedOf('push.requested')).toEqual([
      expect.objectContaining({
        room_id: group.id,
        seq: sent.seq,
        data: { message_id: sent.id, recipients: [{ id: bob.id, username: bob.username }] },
      }),
    ]);
    expect(receiver.forged).toEqual([]);
    expect(JSON.stringify(receiver.received)).not.toContain('aubergine');
  });

  it('receives the members whom an edit mentions, and none of them again', async () => {
    const { alice, bob, carol } = await users(parley, 'alice', 'bob', 'carol');
    const [phone, bobs, carols] = [await alice.connect(), await connectMember(bob), await connectMember(carol)];
    const group = await createGroup(phone, [bobs, carols]);
    await leave(database, carols);
    const message = await sendMessage(phone, group, 'x');
    await bobs.device.receive('message.dispatch');
    await bobs.device.request('message.read', { message_id: message.id });
    await resultsOf(database, message);
    await leave(database, bobs);
    for (const extra_fields of [{ mentions: [bob.id, carol.id] }, { mentions: [] }, { mention_room: true }]) {
      await phone.request('message.modify', { action: 'update', message_id: message.id, extra_fields });
    }
    const later = await sendMessage(phone, group, 'y');
    await eventually(() => requestedFor(later.id).length === 1);
    await resultsOf(database, message);
    const names = [carol.username, bob.username];
    await eventually(() => requestedFor(message.id).length === names.length);
    expect(requestedFor(message.id).map((recipients) => recipients.map(({ username }) => username))).toEqual(
      names.map((name) => [name]),
    );
  });

  it('stops the processing of messages when it is deleted', async () => {
    await parley.parley('webhooks', 'delete', receiver.id, '--yes');
    await isFollowed(false);
  });
});
