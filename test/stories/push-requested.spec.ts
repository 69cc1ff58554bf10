import type pg from 'pg';

import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { users } from '../support/people.js';
import { leave } from '../support/pushes.js';
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

  it('stops the processing of messages when it is deleted', async () => {
    await parley.parley('webhooks', 'delete', receiver.id, '--yes');
    await isFollowed(false);
  });
});
