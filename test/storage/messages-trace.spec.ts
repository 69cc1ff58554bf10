import type { Message } from '@parley/protocol';

import { kindOf } from '../docs/kinds.js';
import { blocksOf } from '../docs/pages.js';
import { GroupFixture } from '../support/group-fixture.js';
import { parleyText } from '../support/command.js';
import { sync } from '../support/client-state.js';
import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { openClient } from '../support/handshake.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { ANY_TIME, sendMessage } from '../support/messaging.js';
import { storyOf, traceOf, expectTrace } from '../support/traces.js';

/** The close code of a client that closes without one. */
const NO_CODE = 1005;
const NO_MESSAGE = '01890000-0000-7000-8000-000000000000';

let parley: Service;
let fixture: GroupFixture;

beforeAll(async () => {
  parley = await sharedService();
  fixture = await GroupFixture.create(parley);
});
beforeEach(() => fixture.createRoom());

/** Without ids, numbers and dates, and with the names of the documentation. */
const inShort = (text: string): string =>
  text
    .replaceAll(/alice\d+/g, 'ada')
    .replaceAll(/erin\d+/g, 'bob')
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'ID')
    .replaceAll(/session [\da-f]{8}/g, 'session ID')
    .replaceAll(/\d+/g, 'N')
    .replaceAll(/ +/g, ' ')
    .trim();

const sendOne = (): Promise<Message> => sendMessage(fixture.phone, fixture.room, 'Nobody reads this but you');

/** A new member of the circle's room, who is not connected. */
async function away(): Promise<TestUser> {
  const { erin } = await users(parley, 'erin');
  await fixture.phone.request('room.add_members', { room_id: fixture.room.id, members: [erin.id] });
  return erin;
}

describe('the trace of a message to a member', () => {
  it('shows the acknowledgement and the reading', async () => {
    const { bob, bobDevice, alice } = fixture;
    const message = await sendOne();
    await bobDevice.request('message.acknowledged', { message_id: [message.id] });
    await expect(traceOf(parley, message.id, bob.username)).resolves.toMatchObject({
      verdict: { kind: 'acknowledged' },
      message: {
        id: message.id,
        room_id: fixture.room.id,
        room_type: 'GroupChat',
        seq: message.seq,
        length: 25,
        sender: alice.username,
        committed_at: message.created_at,
        edited_at: null,
        is_deleted: false,
      },
      user: { id: bob.id, username: bob.username },
      membership: { known: true, member: true, joined_seq: fixture.room.last_seq, left_seq: null },
      receipt: { delivered_at: ANY_TIME, read_at: null },
      pushes: [],
    });
    await bobDevice.request('message.read', { message_id: message.id });
    const trace = await traceOf(parley, message.id, bob.username);
    expect(trace.receipt).toMatchObject({ delivered_at: ANY_TIME, read_at: ANY_TIME });
    expect(trace.verdict.text).toBe(
      `${bob.username} received it at ${trace.receipt.delivered_at!} (acknowledged), and read it at ${trace.receipt.read_at!}.`,
    );
  });

  it('shows a reading by a later mark, without a time', async () => {
    const { carol, carolDevice, phone, room } = fixture;
    const message = await sendOne();
    const later = await sendMessage(phone, room, 'and this');
    await carolDevice.request('message.read', { room_id: room.id, up_to_seq: later.seq });
    const database = await connected(parley.serviceData);
    // Of messages read up to a number, only the newest thousand have receipts.
    await database.query('DELETE FROM receipts WHERE message_id = $1', [message.id]);
    await database.end();
    const { verdict } = await traceOf(parley, message.id, carol.username);
    expect(verdict).toEqual({
      kind: 'acknowledged_by_mark',
      text: `${carol.username} received it: everything up to number ${String(later.seq)} is read; the time is not known.`,
    });
  });

  it('shows the first frames of a member who has acknowledged nothing', async () => {
    const message = await sendOne();
    const { bob, alice } = fixture;
    const second = await bob.connect();
    const trace = await expectTrace('announced', parley, message.id, bob.username);
    expect(trace.sessions).toHaveLength(2);
    expect(trace.sessions.map(({ open_at_commit: open }) => open)).toEqual([true, false]);
    expect(trace.unknown).toContainEqual(expect.objectContaining({ what: 'live dispatch', known: false }));
    await second.close();
    await expect(traceOf(parley, message.id, alice.username)).resolves.toMatchObject({ verdict: { kind: 'own' } });
  });

  it('shows mentions, threads, pins and polls', async () => {
    const { bob, alice, phone, room } = fixture;
    const start = await sendOne();
    const extra_fields = { thread_id: start.id, mentions: [bob.id], silent: true };
    const { data: reply } = await phone.request('message.send', { room_id: room.id, content: 'a', extra_fields });
    const trace = await traceOf(parley, reply.id, bob.username);
    expect(trace.parts).toEqual({
      silent: true,
      mentions_user: true,
      mentions_room: false,
      pinned: null,
      poll: null,
      thread: { id: start.id, also_to_room: false, followed: true },
    });
    const inThread = `it is a reply in thread ${start.id} alone; ${bob.username} follows the thread now`;
    expect(storyOf(trace)).toEqual(expect.arrayContaining([`it mentions ${bob.username}`, inThread]));

    const poll = { options: ['here', 'there'] };
    const { data: asked } = await phone.request('message.send', {
      room_id: room.id,
      content: 'Where?',
      extra_fields: { poll },
    });
    await phone.request('poll.vote', { message_id: asked.id, options: [0] });
    await phone.request('message.pin', { message_id: asked.id, pinned: true });
    const { parts, story } = await traceOf(parley, asked.id, bob.username);
    expect(parts).toMatchObject({
      thread: null,
      pinned: { by: alice.username, at: ANY_TIME },
      poll: { voters: 1, closed_at: null },
    });
    expect(story).toContainEqual({ at: ANY_TIME, text: `it is pinned by ${alice.username}` });
  });

  it('shows a live dispatch to a connected member', async () => {
    const { carol } = fixture;
    // Repeated until the tables contain the session.
    await expectTrace('sent_live', parley, (await sendOne()).id, carol.username);
  });

  it('shows that an offline member connects, syncs, and acknowledges', async () => {
    const erin = await away();
    const message = await sendOne();
    const { verdict } = await traceOf(parley, message.id, erin.username);
    expect(verdict).toEqual({
      kind: 'waits',
      text: `It is pending for ${erin.username}, who has had no session since.`,
    });

    const phone = await erin.connect();
    await expectTrace('announced', parley, message.id, erin.username);
    await sync(phone, { rooms: { [fixture.room.id]: message.seq - 1 } });
    const result = await expectTrace('told_by_sync', parley, message.id, erin.username);
    expect(result.sessions).toMatchObject([
      { open_at_commit: false, closed_at: null, syncs: [{ after_seq: message.seq - 1, up_to_seq: message.seq }] },
    ]);
    await phone.request('message.acknowledged', { message_id: [message.id] });
    await phone.close();
    const closed = await expectTrace('acknowledged', parley, message.id, erin.username);
    expect(storyOf(closed)).toEqual([
      expect.stringMatching(/^erin\d+ is in the room since number \d+$/),
      'the message is committed',
      expect.stringMatching(/^session \w{8} is opened; its first frame has the pending notifications$/),
      expect.stringMatching(/^a sync of session \w{8} returns numbers (\d+) to \1$/),
      expect.stringMatching(/^erin\d+ acknowledged it$/),
      ...closed.sessions
        .filter(({ closed_at }) => closed_at)
        .map(() => expect.stringMatching(/closed by the client/) as string),
    ]);
    await eventually(
      async () => (await traceOf(parley, message.id, erin.username)).sessions[0]?.close_code === NO_CODE,
    );
  });
});

describe('the trace of a message to a user who was no member', () => {
  it('shows that the user joined later and has read the history', async () => {
    const message = await sendOne();
    const erin = await away();
    const trace = await traceOf(parley, message.id, erin.username);
    expect(trace).toMatchObject({
      verdict: { kind: 'not_member' },
      membership: { known: true, member: false, out_since_seq: null, in_since_seq: message.seq + 1 },
    });
    const phone = await erin.connect();
    await phone.request('room.messages', { room_id: fixture.room.id });
    await phone.request('message.acknowledged', { message_id: [message.id] });
    await expect(traceOf(parley, message.id, erin.username)).resolves.toMatchObject({
      verdict: { kind: 'acknowledged' },
    });
    await phone.close();
  });

  it('shows that the user had been removed and was added again', async () => {
    const { phone, room } = fixture;
    const erin = await away();
    const before = await sendOne();
    await phone.request('room.remove_members', { room_id: room.id, members: [erin.id] });
    const between = await sendOne();
    const isOut = { out_since_seq: before.seq + 1, in_since_seq: null };
    await expect(traceOf(parley, between.id, erin.username)).resolves.toMatchObject({
      verdict: {
        kind: 'not_member',
        text: expect.stringMatching(`out since number ${String(before.seq + 1)}`) as string,
      },
      membership: { member: false, ...isOut },
    });
    await expect(traceOf(parley, before.id, erin.username)).resolves.toMatchObject({
      verdict: { kind: 'left' },
      membership: { member: true, left_seq: before.seq + 1, left_at: ANY_TIME },
    });
    await phone.request('room.add_members', { room_id: room.id, members: [erin.id] });
    await expect(traceOf(parley, between.id, erin.username)).resolves.toMatchObject({
      verdict: { kind: 'not_member' },
      membership: { ...isOut, in_since_seq: between.seq + 1 },
    });
  });

  it('shows that the user was never a member', async () => {
    const { frank } = await users(parley, 'frank');
    const { verdict } = await traceOf(parley, (await sendOne()).id, frank.username);
    expect(verdict.text).toMatch(/was not a member at number \d+ \(never in the room\)/);
  });
});

describe('the trace of deleted data', () => {
  it('shows the remaining data of a deleted message', async () => {
    const { phone, bob } = fixture;
    const message = await sendOne();
    await phone.request('message.modify', { action: 'delete', message_id: message.id });
    const erin = await away();
    await expect(traceOf(parley, message.id, bob.username)).resolves.toMatchObject({
      verdict: { kind: 'deleted' },
      message: { seq: message.seq, length: null, is_deleted: true, deleted_seq: message.seq + 1, deleted_at: ANY_TIME },
    });
    await expect(traceOf(parley, message.id, erin.username)).resolves.toMatchObject({
      verdict: { kind: 'not_member' },
    });
  });

  it('shows no records of a deleted user, which are deleted with the user', async () => {
    const erin = await away();
    const message = await sendOne();
    const phone = await erin.connect();
    await sync(phone, {});
    await expectTrace('told_by_sync', parley, message.id, erin.username);
    await parley.parley('users', 'delete', erin.username, '--yes');
    await phone.closed();
    const placeholder = `deleted-${String(erin.id)}`;
    // The node records the end of a session a moment after it.
    await eventually(async () => (await traceOf(parley, message.id, placeholder)).sessions.length === 0);
    const { verdict, membership, sessions } = await traceOf(parley, message.id, placeholder);
    expect(verdict.kind).toBe('user_deleted');
    expect([membership, sessions]).toEqual([{ known: false, reason: 'the user is deleted' }, []]);
    const database = await connected(parley.serviceData);
    for (const table of ['past_sessions', 'past_memberships', 'sync_records']) {
      await expect(database.query(`SELECT FROM ${table} WHERE user_id = $1`, [erin.id])).resolves.toMatchObject({
        rowCount: 0,
      });
    }
    await database.end();
  });
});

describe('parley messages trace', () => {
  it('prints readable text without the content of the message', async () => {
    const { bob, bobDevice } = fixture;
    const message = await sendOne();
    await bobDevice.request('message.acknowledged', { message_id: [message.id] });
    const text = await parleyText(parley.serviceData, 'messages', 'trace', message.id.toUpperCase(), bob.username);
    expect(text).toMatch(/^Number \d+ of GroupChat [\w-]+, by alice\d+, 25 characters\n\nWHEN \(UTC\) +WHAT\n\d{4}-/);
    expect(text).toMatch(/\n\nNOT KNOWN +WHY\nlive dispatch +/);
    expect(text).toMatch(/\n\nbob\d+ received it at \S+Z \(acknowledged\)\.\n$/);
    expect(text + JSON.stringify(await traceOf(parley, message.id, bob.username))).not.toContain('Nobody reads');
  });

  it('prints the example of the documentation', async () => {
    const erin = await away();
    const { id, seq } = await sendOne();
    const headers = { 'user-agent': 'Phone/1.0' };
    const phone = await openClient(parley.url, { token: erin.tokens.access, headers, name: erin.username });
    await sync(phone, { rooms: { [fixture.room.id]: seq - 1 } });
    await expectTrace('told_by_sync', parley, id, erin.username);
    const [shown] = blocksOf('docs/operating.md').filter((block) => kindOf(block) === 'picture');
    const text = await parleyText(parley.serviceData, 'messages', 'trace', id, erin.username);
    expect(inShort(text)).toBe(inShort(shown!.text));
    await phone.close();
  });

  it('names in a sentence what it cannot find', async () => {
    const { id } = await sendOne();
    const failures = {
      [`x ${fixture.bob.username}`]: 'message_id: Must be the id of a message, which is a UUID.\n',
      [`${NO_MESSAGE} ${fixture.bob.username}`]: `No such message: ${NO_MESSAGE}. Deleting a room removes every trace of its messages.\n`,
      [`${id} nobody`]: 'No such user: nobody.\n',
    };
    for (const [words, stderr] of Object.entries(failures)) {
      const command = parley.parley('messages', 'trace', ...words.split(' '));
      await expect(command).rejects.toMatchObject({ code: 1, stdout: '', stderr });
    }
  });
});
