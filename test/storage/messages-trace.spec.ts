import type { Message } from '@parley/protocol';

import { kindOf } from '../docs/kinds.js';
import { blocksOf } from '../docs/pages.js';
import { Circle } from '../support/circle.js';
import { parleyText } from '../support/command.js';
import { synced } from '../support/copy.js';
import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { opens } from '../support/handshake.js';
import { people } from '../support/people.js';
import type { Person } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { A_TIME, says } from '../support/talk.js';
import { storyOf, traced, tracedAs } from '../support/traces.js';

/** The close code of a client that closes without one. */
const NO_CODE = 1005;
const NO_MESSAGE = '01890000-0000-7000-8000-000000000000';

let parley: Service;
let circle: Circle;

beforeAll(async () => {
  parley = await sharedService();
  circle = await Circle.on(parley);
});
beforeEach(() => circle.meets());

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

const saysSomething = (): Promise<Message> => says(circle.phone, circle.room, 'Nobody reads this but you');

/** A new member of the circle's room, who is not connected. */
async function away(): Promise<Person> {
  const { erin } = await people(parley, 'erin');
  await circle.phone.ask('room.add_members', { room_id: circle.room.id, members: [erin.id] });
  return erin;
}

describe('the trace of a message to a member', () => {
  it('shows the acknowledgement and the reading', async () => {
    const { bob, bobs, alice } = circle;
    const message = await saysSomething();
    await bobs.ask('message.acknowledged', { message_id: [message.id] });
    await expect(traced(parley, message.id, bob.username)).resolves.toMatchObject({
      verdict: { kind: 'acknowledged' },
      message: {
        ...{ id: message.id, room_id: circle.room.id, room_type: 'GroupChat', seq: message.seq, length: 25 },
        ...{ sender: alice.username, committed_at: message.created_at, edited_at: null, is_deleted: false },
      },
      user: { id: bob.id, username: bob.username },
      membership: { known: true, member: true, joined_seq: circle.room.last_seq, left_seq: null },
      receipt: { delivered_at: A_TIME, read_at: null },
    });
    await bobs.ask('message.read', { message_id: message.id });
    const trace = await traced(parley, message.id, bob.username);
    expect(trace.receipt).toMatchObject({ delivered_at: A_TIME, read_at: A_TIME });
    expect(trace.verdict.text).toBe(
      `${bob.username} received it at ${trace.receipt.delivered_at!} (acknowledged), and read it at ${trace.receipt.read_at!}.`,
    );
  });

  it('shows a reading by a later mark, without a time', async () => {
    const { carol, carols, phone, room } = circle;
    const message = await saysSomething();
    const later = await says(phone, room, 'and this');
    await carols.ask('message.read', { room_id: room.id, up_to_seq: later.seq });
    const database = await connected(parley.place);
    // Of messages read up to a number, only the newest thousand have receipts.
    await database.query('DELETE FROM receipts WHERE message_id = $1', [message.id]);
    await database.end();
    const { verdict } = await traced(parley, message.id, carol.username);
    expect(verdict).toEqual({
      kind: 'acknowledged_by_mark',
      text: `${carol.username} received it: everything up to number ${String(later.seq)} is read; the time is not known.`,
    });
  });

  it('shows the first frames of a member who has acknowledged nothing', async () => {
    const message = await saysSomething();
    const { bob, alice } = circle;
    const second = await bob.arrives();
    const trace = await tracedAs('announced', parley, message.id, bob.username);
    expect(trace.sessions).toHaveLength(2);
    expect(trace.sessions.map(({ open_at_commit: open }) => open)).toEqual([true, false]);
    expect(trace.unknown).toContainEqual(expect.objectContaining({ what: 'live dispatch', known: false }));
    await second.leaves();
    await expect(traced(parley, message.id, alice.username)).resolves.toMatchObject({ verdict: { kind: 'own' } });
  });

  it('shows a live dispatch to a connected member', async () => {
    const { carol } = circle;
    // Repeated until the tables contain the session.
    await tracedAs('sent_live', parley, (await saysSomething()).id, carol.username);
  });

  it('shows that an offline member connects, syncs, and acknowledges', async () => {
    const erin = await away();
    const message = await saysSomething();
    const { verdict } = await traced(parley, message.id, erin.username);
    expect(verdict).toEqual({
      kind: 'waits',
      text: `It is pending for ${erin.username}, who has had no session since.`,
    });

    const phone = await erin.arrives();
    await tracedAs('announced', parley, message.id, erin.username);
    await synced(phone, { rooms: { [circle.room.id]: message.seq - 1 } });
    const told = await tracedAs('told_by_sync', parley, message.id, erin.username);
    expect(told.sessions).toMatchObject([
      { open_at_commit: false, closed_at: null, syncs: [{ after_seq: message.seq - 1, up_to_seq: message.seq }] },
    ]);
    await phone.ask('message.acknowledged', { message_id: [message.id] });
    await phone.leaves();
    const closed = await tracedAs('acknowledged', parley, message.id, erin.username);
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
    await eventually(async () => (await traced(parley, message.id, erin.username)).sessions[0]?.close_code === NO_CODE);
  });
});

describe('the trace of a message to a user who was no member', () => {
  it('shows that the user joined later and has read the history', async () => {
    const message = await saysSomething();
    const erin = await away();
    const trace = await traced(parley, message.id, erin.username);
    expect(trace).toMatchObject({
      verdict: { kind: 'not_member' },
      membership: { known: true, member: false, out_since_seq: null, in_since_seq: message.seq + 1 },
    });
    const phone = await erin.arrives();
    await phone.ask('room.messages', { room_id: circle.room.id });
    await phone.ask('message.acknowledged', { message_id: [message.id] });
    await expect(traced(parley, message.id, erin.username)).resolves.toMatchObject({
      verdict: { kind: 'acknowledged' },
    });
    await phone.leaves();
  });

  it('shows that the user had been removed and was added again', async () => {
    const { phone, room } = circle;
    const erin = await away();
    const before = await saysSomething();
    await phone.ask('room.remove_members', { room_id: room.id, members: [erin.id] });
    const between = await saysSomething();
    const isOut = { out_since_seq: before.seq + 1, in_since_seq: null };
    await expect(traced(parley, between.id, erin.username)).resolves.toMatchObject({
      verdict: {
        kind: 'not_member',
        text: expect.stringMatching(`out since number ${String(before.seq + 1)}`) as string,
      },
      membership: { member: false, ...isOut },
    });
    await expect(traced(parley, before.id, erin.username)).resolves.toMatchObject({
      verdict: { kind: 'left' },
      membership: { member: true, left_seq: before.seq + 1, left_at: A_TIME },
    });
    await phone.ask('room.add_members', { room_id: room.id, members: [erin.id] });
    await expect(traced(parley, between.id, erin.username)).resolves.toMatchObject({
      verdict: { kind: 'not_member' },
      membership: { ...isOut, in_since_seq: between.seq + 1 },
    });
  });

  it('shows that the user was never a member', async () => {
    const { frank } = await people(parley, 'frank');
    const { verdict } = await traced(parley, (await saysSomething()).id, frank.username);
    expect(verdict.text).toMatch(/was not a member at number \d+ \(never in the room\)/);
  });
});

describe('the trace of deleted data', () => {
  it('shows the remaining data of a deleted message', async () => {
    const { phone, bob } = circle;
    const message = await saysSomething();
    await phone.ask('message.modify', { action: 'delete', message_id: message.id });
    const erin = await away();
    await expect(traced(parley, message.id, bob.username)).resolves.toMatchObject({
      verdict: { kind: 'deleted' },
      message: { seq: message.seq, length: null, is_deleted: true, deleted_seq: message.seq + 1, deleted_at: A_TIME },
    });
    await expect(traced(parley, message.id, erin.username)).resolves.toMatchObject({ verdict: { kind: 'not_member' } });
  });

  it('shows no records of a deleted user, which are deleted with the user', async () => {
    const erin = await away();
    const message = await saysSomething();
    const phone = await erin.arrives();
    await synced(phone, {});
    await tracedAs('told_by_sync', parley, message.id, erin.username);
    await parley.parley('users', 'delete', erin.username);
    await phone.closed();
    const placeholder = `deleted-${String(erin.id)}`;
    // The node records the end of a session a moment after it.
    await eventually(async () => (await traced(parley, message.id, placeholder)).sessions.length === 0);
    const { verdict, membership, sessions } = await traced(parley, message.id, placeholder);
    expect(verdict.kind).toBe('user_deleted');
    expect([membership, sessions]).toEqual([{ known: false, reason: 'the user is deleted' }, []]);
    const database = await connected(parley.place);
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
    const { bob, bobs } = circle;
    const message = await saysSomething();
    await bobs.ask('message.acknowledged', { message_id: [message.id] });
    const text = await parleyText(parley.place, 'messages', 'trace', message.id.toUpperCase(), bob.username);
    expect(text).toMatch(/^Number \d+ of GroupChat [\w-]+, by alice\d+, 25 characters\n\nWHEN \(UTC\) +WHAT\n\d{4}-/);
    expect(text).toMatch(/\n\nNOT KNOWN +WHY\nlive dispatch +/);
    expect(text).toMatch(/\n\nbob\d+ received it at \S+Z \(acknowledged\)\.\n$/);
    expect(text + JSON.stringify(await traced(parley, message.id, bob.username))).not.toContain('Nobody reads');
  });

  it('prints the example of the documentation', async () => {
    const erin = await away();
    const { id, seq } = await saysSomething();
    const headers = { 'user-agent': 'Phone/1.0' };
    const phone = await opens(parley.url, { token: erin.tokens.access, headers, name: erin.username });
    await synced(phone, { rooms: { [circle.room.id]: seq - 1 } });
    await tracedAs('told_by_sync', parley, id, erin.username);
    const [shown] = blocksOf('docs/operating.md').filter((block) => kindOf(block) === 'picture');
    const text = await parleyText(parley.place, 'messages', 'trace', id, erin.username);
    expect(inShort(text)).toBe(inShort(shown!.text));
    await phone.leaves();
  });

  it('names in a sentence what it cannot find', async () => {
    const { id } = await saysSomething();
    const failures = {
      [`x ${circle.bob.username}`]: 'The id of a message is a UUID, not x.\n',
      [`${NO_MESSAGE} ${circle.bob.username}`]: `No such message: ${NO_MESSAGE}. Deleting a room removes every trace of its messages.\n`,
      [`${id} nobody`]: 'No such user: nobody.\n',
    };
    for (const [words, stderr] of Object.entries(failures)) {
      const command = parley.parley('messages', 'trace', ...words.split(' '));
      await expect(command).rejects.toMatchObject({ code: 1, stdout: '', stderr });
    }
  });
});
