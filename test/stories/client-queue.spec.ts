import { MemoryStorage } from '@parley/client';
import type { ParleyError } from '@parley/client';
import { ErrorCode } from '@parley/protocol';

import { TestApp } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { Service } from '../support/service.js';

let parley: Service;
let alice: TestUser;
let bob: TestUser;
let bobs: TestApp;
let roomId: string;

beforeAll(async () => {
  // A connection may send a burst of ten events, and then twenty a second.
  parley = await Service.start({ EVENTS_PER_SECOND: '20', EVENTS_BURST: '10' });
});
afterAll(() => parley.stop());

beforeEach(async () => {
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
  bobs = await TestApp.connect(bob, parley);
  ({ id: roomId } = await bobs.chat.rooms.create({ type: 'OneToOneChat', participants: [alice.id] }));
});
afterEach(() => bobs.chat.close());

describe('messages sent while offline', () => {
  it('are queued, survive a reload, and arrive once and in order', async () => {
    const storage = new MemoryStorage();
    const before = new TestApp(alice, parley, { storage });
    for (const content of ['1', '2', '3']) void before.chat.rooms.open(roomId).send(content);
    await before.chat.close();

    const after = new TestApp(alice, parley, { storage });
    const fourth = after.chat.rooms.open(roomId).send('4');
    await after.chat.connect();
    await expect(fourth).resolves.toMatchObject({ content: '4' });
    await bobs.expectContents('1', '2', '3', '4');
    await after.expectContents('1', '2', '3', '4');
    await after.chat.close();

    const again = await TestApp.connect(alice, parley, { storage });
    await again.chat.rooms.open(roomId).send('5');
    expect(again.contents).toEqual(['5']);
    await bobs.expectContents('1', '2', '3', '4', '5');
    await again.chat.close();
  });

  it('are shown as pending after a reload', async () => {
    const storage = new MemoryStorage();
    const before = new TestApp(alice, parley, { storage });
    void before.chat.rooms.open(roomId).send('soon');
    await before.chat.close();
    const after = new TestApp(alice, parley, { storage });
    await expect(after.receive('outgoing')).resolves.toMatchObject({ content: 'soon', pending: true });
    const room = after.chat.rooms.open(roomId);
    expect(room.messages).toMatchObject([{ content: 'soon', pending: true }]);
    await after.chat.connect();
    await eventually(() => room.messages.every((message) => !('pending' in message)));
    await after.chat.close();
  });

  it('fail if they are refused permanently, without holding up others', async () => {
    const app = new TestApp(alice, parley);
    const nowhere = app.chat.rooms.open('01980000-0000-7000-8000-000000000000').send('lost');
    const empty = app.chat.rooms.open(roomId).send('');
    const good = app.chat.rooms.open(roomId).send('good');
    const refusals = Promise.all([nowhere, empty].map((sent) => sent.catch((error: unknown) => error)));
    await app.chat.connect();
    await expect(good).resolves.toMatchObject({ content: 'good' });
    const [notFound, invalid] = (await refusals) as [ParleyError, ParleyError];
    expect([notFound.code, invalid.code]).toEqual([ErrorCode.notFound, ErrorCode.invalid]);
    await app.chat.close();
  });
});

it('messages sent faster than the event limit are delayed and keep their order', async () => {
  const app = await TestApp.connect(alice, parley);
  const contents = Array.from({ length: 40 }, (_, at) => String(at));
  await Promise.all(contents.map((content) => app.chat.rooms.open(roomId).send(content)));
  await bobs.expectContents(...contents);
  await app.expectContents(...contents);
  await app.chat.close();
});
