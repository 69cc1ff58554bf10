import type pg from 'pg';

import type { ChatClient } from '../support/chat-client.js';
import { sync } from '../support/client-state.js';
import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { Service } from '../support/service.js';
import { createGroup, connectMember, sendMessage } from '../support/messaging.js';
import { storyOf, traceOf, expectTrace } from '../support/traces.js';

/** 40,000 bytes a message: the kernel's buffers hold some hundreds of them, on some machines a thousand. */
const LONG = '🦜'.repeat(10_000);
const MOST_MESSAGES = 2_000;
const LOOK_AFTER = 20;
const RECORDS = ['past_sessions', 'past_memberships', 'sync_records'];

let parley: Service;
let database: pg.Client;
let alice: ChatClient;
let bob: TestUser;
let room: { readonly id: string };
/** Their ids. */
let both: readonly number[];

beforeAll(async () => {
  parley = await Service.start({ MAX_UNSENT_BYTES: '262144' });
  database = await connected(parley.serviceData);
});
afterAll(async () => {
  await database.end();
  await parley.stop();
});

/** Connects Alice and Bob, who share a room. @returns Bob's device */
async function theyMeet(): Promise<ChatClient> {
  const people = await users(parley, 'alice', 'bob');
  ({ bob } = people);
  alice = await people.alice.connect();
  const bobs = await connectMember(bob);
  room = await createGroup(alice, [bobs]);
  both = [people.alice.id, bob.id];
  return bobs.device;
}

/** Waits until both sessions are stored, and so began before the messages that follow. */
const areThere = (): Promise<void> =>
  eventually(
    async () => (await database.query('SELECT FROM sessions WHERE user_id = ANY ($1)', [both])).rowCount === 2,
  );

/** Waits until Bob's sync is recorded. */
const isRecorded = (): Promise<void> =>
  eventually(
    async () => (await database.query('SELECT FROM sync_records WHERE user_id = $1', [bob.id])).rowCount === 1,
  );

const isThere = async (condition: string): Promise<boolean> =>
  (await database.query(`SELECT FROM past_sessions WHERE user_id = ${String(bob.id)} AND ${condition}`)).rowCount === 1;

describe('the trace of a message', () => {
  it('shows a user who read too slowly and synced after a reconnect', async () => {
    const phone = await theyMeet();
    // Other messages than those of the traced room, however many it takes.
    const noisy = await createGroup(alice, [{ user: bob, device: phone }]);
    await areThere();
    phone.socket.pause();
    const first = await sendMessage(alice, room, 'the first that they did not read');
    for (let count = 1; count < MOST_MESSAGES; count += 1) {
      await sendMessage(alice, noisy, LONG);
      if (count % LOOK_AFTER === 0 && (await isThere('close_code = 4008'))) break;
    }
    const dropped = await traceOf(parley, first.id, bob.username);
    expect(dropped.verdict).toMatchObject({ kind: 'dropped_slow' });
    expect(dropped.verdict.text).toMatch(
      /slow reader \(4008\) at .*; there has been no session since, and no sync has/,
    );
    expect(dropped.sessions).toMatchObject([{ open_at_commit: true, close_code: 4008, close_reason: 'too_slow' }]);

    phone.socket.resume();
    const again = await bob.connect();
    await sync(again, { rooms: { [room.id]: first.seq - 1 } });
    const healed = await expectTrace('healed_by_sync', parley, first.id, bob.username);
    expect(healed.verdict.text).toMatch(`returned numbers ${String(first.seq)} to `);
    expect(storyOf(healed)).toContainEqual(expect.stringMatching(/is closed as a slow reader \(4008\)$/));
  });

  it('shows a user whose node was killed', async () => {
    await theyMeet();
    await areThere();
    const message = await sendMessage(alice, room, 'hello');
    await parley.restart('SIGKILL');
    await database.query(
      `UPDATE nodes SET alive_at = alive_at - interval '21 seconds' WHERE id IN (SELECT node_id FROM sessions)`,
    );
    await eventually(() => isThere("close_reason = 'node_died' AND close_code IS NULL"));
    // Restores the time that the update above has turned back.
    await database.query(`UPDATE past_sessions SET closed_at = closed_at + interval '21 seconds'`);
    const { verdict, sessions } = await traceOf(parley, message.id, bob.username);
    expect(verdict).toMatchObject({
      kind: 'sent_live',
      text: expect.stringMatching(/its node died; its last heartbeat/) as string,
    });
    expect(sessions).toMatchObject([{ open_at_commit: true, close_code: null, close_reason: 'node_died' }]);
  });

  it('shows a user who was disconnected by a shutdown', async () => {
    await theyMeet();
    const message = await sendMessage(alice, room, 'hello');
    await parley.restart();
    const { sessions } = await traceOf(parley, message.id, bob.username);
    expect(sessions).toMatchObject([{ close_code: 1012, close_reason: 'going down' }]);
  });

  it('shows a user who was away for longer than records are kept', async () => {
    const phone = await theyMeet();
    await alice.request('room.add_members', { room_id: room.id, members: [(await users(parley, 'carol')).carol.id] });
    const message = await sendMessage(alice, room, 'hello');
    await sync(phone, {});
    await phone.request('room.leave', { room_id: room.id });
    await phone.close();
    await eventually(() => isThere('close_code = 1005'));
    await isRecorded();
    await expect(traceOf(parley, message.id, bob.username)).resolves.toMatchObject({
      verdict: { kind: 'told_by_sync' },
    });
    await database.query(`
      UPDATE messages SET created_at = created_at - interval '8 days';
      UPDATE delivery_recording SET since = since - interval '30 days', syncs_since = syncs_since - interval '30 days';
      UPDATE past_sessions SET opened_at = opened_at - interval '8 days', closed_at = closed_at - interval '8 days';
      UPDATE past_memberships SET left_at = left_at - interval '8 days';
      UPDATE sync_records SET synced_at = synced_at - interval '8 days'`);
    await expect(traceOf(parley, message.id, bob.username)).resolves.toMatchObject({
      verdict: { kind: 'told_by_sync' },
    });
    await parley.restart();
    for (const table of RECORDS) {
      await eventually(
        async () => (await database.query(`SELECT FROM ${table} WHERE user_id = $1`, [bob.id])).rowCount === 0,
      );
    }
    const { verdict, unknown } = await traceOf(parley, message.id, bob.username);
    expect(verdict).toEqual({
      kind: 'unknown_membership',
      text: expect.stringMatching(
        /^Not known: records of that time are deleted, or were not kept yet: they begin at /,
      ) as string,
    });
    expect(unknown.map(({ what }) => what)).toEqual([
      'membership',
      'live dispatch',
      'history',
      'sessions',
      'syncs',
      'pushes',
    ]);
  });

  it('shows that records were disabled while a user was connected', async () => {
    const phone = await theyMeet();
    await sync(phone, {});
    await isRecorded();
    const message = await sendMessage(alice, room, 'hello');
    await parley.restart('SIGTERM', { DELIVERY_RECORD_DAYS: '0' });
    await eventually(
      async () => (await database.query('SELECT FROM delivery_recording WHERE since IS NULL')).rowCount === 1,
    );
    const again = await bob.connect();
    await sync(again, {});
    await again.request('room.leave', { room_id: room.id });
    await again.close();
    await parley.restart();
    for (const table of RECORDS) {
      await eventually(async () => (await database.query(`SELECT FROM ${table}`)).rowCount === 0);
    }
    const { verdict } = await traceOf(parley, message.id, bob.username);
    expect(verdict.text).toMatch(/^Not known: no records are kept \(DELIVERY_RECORD_DAYS=0\)/);
  });
});
