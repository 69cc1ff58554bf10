import type pg from 'pg';

import { Administration } from '../../support/administration.js';
import { connected } from '../../support/database.js';
import { eventually } from '../../support/eventually.js';
import { createGroup, connectMember, sendMessage } from '../../support/messaging.js';
import { users } from '../../support/people.js';
import { PushService } from '../../support/push-service.js';
import { leave, pushing, subscribed } from '../../support/pushes.js';
import type { ListedPush } from '../../support/pushes.js';
import { Service } from '../../support/service.js';

let browsers: PushService;
let parley: Service;
let database: pg.Client;
let admin: Administration;

beforeAll(async () => {
  browsers = await PushService.start();
  parley = await Service.start(pushing(browsers));
  database = await connected(parley.serviceData);
  const { carol } = await users(parley, 'carol');
  admin = await Administration.by(parley, carol, 'admin');
});
afterAll(async () => {
  await database.end();
  await parley.stop();
  await browsers.stop();
});
afterEach(() => expect(browsers.faults).toEqual([]));

describe('the push notifications of the administration', () => {
  it('are for administrators only', async () => {
    const { dave } = await users(parley, 'dave');
    const moderator = await Administration.by(parley, dave, 'moderator');
    expect(await moderator.get('pushes/')).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
    expect(await moderator.post('pushes/test/', { username: dave.username })).toMatchObject({ status: 403 });
  });

  it('are listed in pages with their results, the newest first, of a user and by state', async () => {
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const [phone, bobs] = [await alice.connect(), await connectMember(bob)];
    const group = await createGroup(phone, [bobs]);
    await leave(database, bobs);
    const browser = await subscribed(parley, bob, browsers);
    const ids: string[] = [];
    for (const text of ['one', 'two', 'three']) {
      ids.unshift((await sendMessage(phone, group, text)).id);
      await browser.has(ids.length);
    }
    await phone.close();
    await eventually(async () => {
      const sent = await admin.all<ListedPush>(`pushes/?user=${bob.username}&state=sent`, 'pushes');
      return sent.length === ids.length;
    });
    const listed = await admin.all<ListedPush>(`pushes/?user=${bob.username}&limit=2`, 'pushes');
    expect(listed.map(({ message_id }) => message_id)).toEqual(ids);
    expect(listed[0]).toMatchObject({ username: bob.username, host: browsers.host, state: 'sent', status: 201 });
    await expect(admin.all(`pushes/?user=${bob.username}&state=unsent`, 'pushes')).resolves.toEqual([]);
    const all = await admin.all<ListedPush>('pushes/?limit=100', 'pushes');
    expect(all.map(({ message_id }) => message_id)).toEqual(expect.arrayContaining(ids));
    expect(await admin.get('pushes/?state=lost')).toMatchObject({
      status: 400,
      body: { state: [expect.any(String)] },
    });
    expect(await admin.get('pushes/?user=nobody-of-this-name')).toMatchObject({ status: 404 });
  });

  it('are tested, and the audit log has who did it', async () => {
    const { erin } = await users(parley, 'erin');
    const { username } = erin;
    expect(await admin.post('pushes/test/', { username })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const browser = await subscribed(parley, erin, browsers);
    const tested = await admin.expect(admin.post('pushes/test/', { username }));
    expect(tested).toMatchObject({ subscriptions: [{ host: browsers.host, outcome: 'sent', status: 201 }] });
    expect(browser.pushes.map(({ payload }) => payload.type)).toEqual(['test']);
    const entries = await parley.parley('audit', 'list', '--user', username, '--action', 'push.test');
    expect(entries).toMatchObject([{ origin: { address: '127.0.0.1' }, details: { subscriptions: 1 } }]);
    expect(await admin.post('pushes/test/', { username: 'nobody-of-this-name' })).toMatchObject({ status: 404 });
  });
});
