import type pg from 'pg';

import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { people } from '../support/people.js';
import { leaves } from '../support/pushes.js';
import { Receiver } from '../support/receiver.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { areOpen } from '../support/sessions.js';
import { groupOf, onADevice, says } from '../support/talk.js';

let parley: Service;
let receiver: Receiver;
let database: pg.Client;

beforeAll(async () => {
  parley = await sharedService('eagerDeliveries');
  database = await connected(parley.place);
  receiver = await Receiver.start();
  await receiver.follows(parley, '--events', 'push.requested');
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
    const { alice, bob, carol } = await people(parley, 'alice', 'bob', 'carol');
    const [phone, bobs] = [await alice.arrives(), await onADevice(bob)];
    const group = await groupOf(phone, [bobs, await onADevice(carol)]);
    await leaves(database, bobs);
    // Alice and Carol are known to be online.
    await areOpen(2, parley.place);
    const said = await says(phone, group, 'an aubergine');
    await eventually(() => receiver.of('push.requested').length === 1);
    expect(receiver.of('push.requested')).toEqual([
      expect.objectContaining({
        room_id: group.id,
        seq: said.seq,
        data: { message_id: said.id, recipients: [{ id: bob.id, username: bob.username }] },
      }),
    ]);
    expect(receiver.forged).toEqual([]);
    expect(JSON.stringify(receiver.told)).not.toContain('aubergine');
  });

  it('stops the processing of messages when it is deleted', async () => {
    await parley.parley('webhooks', 'delete', receiver.id);
    await isFollowed(false);
  });
});
