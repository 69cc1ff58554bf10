import type { Report } from '@parley/protocol';

import { closeCast, connectCast } from '../support/cast.js';
import type { Cast } from '../support/cast.js';
import type { ChatClient } from '../support/chat-client.js';
import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { ANY_ID, ANY_TIME, createGroup, sendMessage, userView } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
let cast: Cast;
/** A moderator of the deployment, who is in no room of the others. */
let erin: TestUser;
let erinDevice: ChatClient;
let room: { readonly id: string };

beforeEach(async () => {
  parley = await sharedService();
  cast = await connectCast(parley);
  ({ erin } = await users(parley, 'erin'));
  await parley.parley('users', 'set-role', erin.username, 'moderator');
  erinDevice = await erin.connect();
  const { bob, bobDevice, carol, carolDevice } = cast;
  room = await createGroup(cast.phone, [
    { user: bob, device: bobDevice },
    { user: carol, device: carolDevice },
  ]);
});
afterEach(async () => {
  await erinDevice.close();
  await closeCast(cast);
  await parley.parley('users', 'set-role', erin.username, 'user');
});

/** Carol reports a message of Bob. @returns its id, and the id of the report */
async function reported(content = 'buy this'): Promise<{ readonly messageId: string; readonly reportId: string }> {
  const { id: messageId } = await sendMessage(cast.bobDevice, room, content);
  const asked = { message_id: messageId, room_id: room.id, reason: 'spam', comment: 'again' };
  const { data } = await cast.carolDevice.request('message.report', asked);
  await erinDevice.receive('report.dispatch');
  await cast.phone.receive('report.dispatch');
  return { messageId, reportId: data.report_id };
}

const list = async (device: ChatClient, request: object = {}): Promise<readonly Report[]> =>
  (await device.request('report.list', request)).data.reports;

const resolve = (device: ChatClient, reportId: string, action: string, more: object = {}) =>
  device.request('report.resolve', { report_id: reportId, action, ...more });

const refusal = async (device: ChatClient, event: string, data: object): Promise<number | undefined> =>
  (await device.expectRefused(event, data)).code;

describe('message.report', () => {
  it('keeps what was seen, and notifies leaders and moderators, of whom moderators alone see who reported', async () => {
    const { id: message_id } = await sendMessage(cast.bobDevice, room, 'buy \u0000 this');
    const answer = await cast.carolDevice.request('message.report', { message_id, reason: 'spam', comment: 'again' });
    expect(answer).toMatchObject({
      eventType: 'messagereport.dispatch',
      data: { report_id: ANY_ID, state: 'open' },
    });
    const report = {
      report_id: answer.data.report_id,
      state: 'open',
      reason: 'spam',
      comment: 'again',
      created_at: ANY_TIME,
      user: userView(cast.bob),
      message_id,
      room_id: room.id,
      resolution: null,
      seen: {
        content: 'buy \u0000 this',
        created_at: ANY_TIME,
        is_edited: false,
        attachments: [],
        room: { type: 'GroupChat', name: expect.any(String) as string },
      },
    };
    const toErin = await erinDevice.receive('report.dispatch');
    expect(toErin.data).toEqual({ ...report, reporter: userView(cast.carol) });
    const toAlice = await cast.phone.receive('report.dispatch');
    expect(toAlice.data).toEqual({ ...report, reporter: null });
    await cast.phone.request('message.modify', { action: 'delete', message_id });
    expect((await list(erinDevice, { room_id: room.id }))[0]).toEqual(toErin.data);
    expect(await list(cast.phone, { room_id: room.id })).toEqual([toAlice.data]);
    await expect(cast.bobDevice.drain()).resolves.not.toContainEqual(
      expect.objectContaining({ eventType: 'report.dispatch' }),
    );
  });

  it('is refused twice, of the own message, of one that the user cannot read, and for the own user', async () => {
    const { messageId: message_id } = await reported();
    const asked = { message_id, reason: 'spam' };
    expect(await refusal(cast.carolDevice, 'message.report', asked)).toBe(4005);
    expect(await refusal(cast.bobDevice, 'message.report', asked)).toBe(4003);
    expect(await refusal(cast.daveDevice, 'message.report', asked)).toBe(4004);
    expect(await refusal(erinDevice, 'message.report', asked)).toBe(4004);
    expect(await refusal(cast.bobDevice, 'message.report', { user_id: cast.bob.id, reason: 'spam' })).toBe(4003);
    expect(await refusal(cast.bobDevice, 'message.report', { reason: 'spam' })).toBe(4003);
    expect(await refusal(cast.bobDevice, 'message.report', { ...asked, user_id: 1 })).toBe(4003);
  });

  it('of a user goes to moderators alone, and twenty at once make one', async () => {
    const asked = { user_id: cast.bob.id, reason: 'abuse' };
    const ids = Array.from({ length: 20 }, () => cast.carolDevice.sendRequest('message.report', asked));
    const answers = await Promise.all(ids.map((id) => cast.carolDevice.response(id)));
    expect(answers.map(({ error }) => error?.code).filter((code) => code !== 4005)).toEqual([undefined]);
    expect((await erinDevice.receive('report.dispatch')).data).toMatchObject({ seen: null, room_id: null });
    await expect(cast.phone.drain()).resolves.toEqual([]);
    expect(await list(cast.phone, { room_id: room.id })).toEqual([]);
  });

  it('is limited to 30 an hour', async () => {
    const { id } = await sendMessage(cast.bobDevice, room, 'the first');
    await cast.carolDevice.request('message.report', { message_id: id, reason: 'other' });
    const database = await connected(parley.serviceData);
    await database.query(
      `INSERT INTO reports (id, reporter_id, subject_id, room_id, message_id, reason, created_at)
       SELECT gen_random_uuid(), $1, $2, $3, gen_random_uuid(), 'spam', now() FROM generate_series(1, 29)`,
      [cast.carol.id, cast.bob.id, room.id],
    );
    const next = await sendMessage(cast.bobDevice, room, 'one more');
    const refused = await cast.carolDevice.expectRefused('message.report', { message_id: next.id, reason: 'spam' });
    expect(refused).toMatchObject({ code: 4029 });
    await database.query('DELETE FROM reports WHERE reporter_id = $1', [cast.carol.id]);
    await database.end();
  });
});

describe('report.list', () => {
  it('is refused without a role or the lead of the room, and hides reports from the reported user', async () => {
    await reported();
    expect(await refusal(cast.bobDevice, 'report.list', { room_id: room.id })).toBe(4002);
    expect(await refusal(cast.daveDevice, 'report.list', { room_id: room.id })).toBe(4004);
    expect(await refusal(cast.daveDevice, 'report.list', {})).toBe(4002);
    await cast.phone.request('room.modify', { room_id: room.id, action: 'add_admin', data: { users: [cast.bob.id] } });
    expect(await list(cast.bobDevice, { room_id: room.id })).toEqual([]);
    expect(await list(cast.phone, { room_id: room.id })).toHaveLength(1);
  });

  it('has the reports of all rooms that the requester leads, without a room, and of no other', async () => {
    const { alice, bob, bobDevice, carol, carolDevice, phone } = cast;
    const members = [
      { user: bob, device: bobDevice },
      { user: carol, device: carolDevice },
    ];
    const second = await createGroup(phone, members);
    const foreign = await createGroup(bobDevice, [{ user: alice, device: phone }, members[1]!]);
    const { messageId } = await reported('in the first');
    const ids: string[] = [];
    for (const place of [second, foreign]) {
      const { id } = await sendMessage(place === second ? bobDevice : phone, place, 'spam');
      const { data } = await carolDevice.request('message.report', { message_id: id, reason: 'spam' });
      ids.push(data.report_id);
    }
    const listed = (await list(cast.phone)).filter(({ room_id }) =>
      [room.id, second.id, foreign.id].includes(room_id!),
    );
    expect(listed.map(({ room_id }) => room_id)).toEqual([second.id, room.id]);
    expect(listed[1]).toMatchObject({ message_id: messageId, reporter: null });
    const page = await cast.phone.request('report.list', { limit: 1 });
    expect(page.data.reports.map(({ report_id }) => report_id)).toEqual([ids[0]]);
    const next = await cast.phone.request('report.list', { limit: 1, cursor: page.data.next_cursor });
    expect(next.data.reports).toMatchObject([{ message_id: messageId }]);
  });

  it('returns pages, the newest first', async () => {
    const ids: string[] = [];
    for (const text of ['one', 'two', 'three']) ids.unshift((await reported(text)).reportId);
    const found: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { data } = await erinDevice.request('report.list', {
        room_id: room.id,
        limit: 1,
        ...(cursor && { cursor }),
      });
      found.push(...data.reports.map(({ report_id }) => report_id));
      cursor = data.next_cursor;
    }
    expect(found).toEqual(ids);
  });

  it('ends on an open connection within a second or so after the role is taken away', async () => {
    await list(erinDevice);
    await parley.parley('users', 'set-role', erin.username, 'user');
    await eventually(async () => {
      const { error } = await erinDevice.response(erinDevice.sendRequest('report.list', {}));
      return error?.code === 4002;
    });
  });
});

describe('report.resolve', () => {
  it('deletes the message of a room of which the moderator is no member, once, and tells the others', async () => {
    const { messageId, reportId } = await reported();
    const { data } = await resolve(erinDevice, reportId, 'delete_message', { note: 'spam' });
    expect(data).toMatchObject({
      state: 'resolved',
      resolution: { action: 'delete_message', note: 'spam', by: userView(erin), at: ANY_TIME },
    });
    const { data: modified } = await cast.carolDevice.receive('messagemodification.dispatch');
    expect(modified).toMatchObject({ message_ids: [messageId] });
    expect((await cast.phone.receive('report.dispatch')).data).toMatchObject({ state: 'resolved', reporter: null });
    const again = await resolve(erinDevice, reportId, 'delete_message');
    expect(again).toMatchObject({ data: { state: 'resolved' }, meta: { changed: false } });
    expect(await refusal(cast.phone, 'report.resolve', { report_id: reportId, action: 'dismiss' })).toBe(4005);
    expect(await list(erinDevice, { room_id: room.id })).toEqual([]);
    expect(await list(erinDevice, { room_id: room.id, state: 'resolved' })).toHaveLength(1);
    expect(await refusal(erinDevice, 'room.messages', { room_id: room.id })).toBe(4004);
    const acts = (await parley.parley('audit', 'list', '--room', room.id)) as { action: string; details: object }[];
    expect(acts.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['report.create', 'message.delete', 'report.resolve']),
    );
  });

  it('has one winner of two at once', async () => {
    const { reportId } = await reported();
    const request = { report_id: reportId, action: 'dismiss' };
    const [one, other] = await Promise.all(
      [cast.phone, erinDevice].map((device) => device.response(device.sendRequest('report.resolve', request))),
    );
    expect([one!.error?.code, other!.error?.code].sort()).toEqual([4005, undefined]);
  });

  it('mutes and bans in the room of the report', async () => {
    const muted = await reported();
    await resolve(cast.phone, muted.reportId, 'mute', { until: '2126-01-01T00:00:00Z', note: 'calm down' });
    expect(await refusal(cast.bobDevice, 'message.send', { room_id: room.id, content: 'x' })).toBe(4002);
    await cast.phone.request('room.restrict', { room_id: room.id, user_id: cast.bob.id, kind: 'none' });
    await cast.bobDevice.drain();
    await erinDevice.drain();
    await cast.phone.drain();
    const banned = await reported('and again');
    await resolve(erinDevice, banned.reportId, 'ban');
    await eventually(async () => {
      const { error } = await cast.bobDevice.response(
        cast.bobDevice.sendRequest('message.send', { room_id: room.id, content: 'x' }),
      );
      return error?.code === 4004;
    });
  });

  it('deactivates a user for moderators alone, and no moderator', async () => {
    const { reportId } = await reported();
    const deactivate = { report_id: reportId, action: 'deactivate' };
    expect(await refusal(cast.phone, 'report.resolve', deactivate)).toBe(4002);
    await parley.parley('users', 'set-role', cast.bob.username, 'moderator');
    expect(await refusal(erinDevice, 'report.resolve', deactivate)).toBe(4002);
    await parley.parley('users', 'set-role', cast.bob.username, 'user');
    await resolve(erinDevice, reportId, 'deactivate');
    await expect(cast.bobDevice.closed()).resolves.toMatchObject({ code: 4001 });
    await parley.parley('users', 'activate', cast.bob.username);
  });

  it('is unknown to everybody else', async () => {
    const { reportId } = await reported();
    const dismissal = { report_id: reportId, action: 'dismiss' };
    for (const device of [cast.bobDevice, cast.carolDevice, cast.daveDevice]) {
      expect(await refusal(device, 'report.resolve', dismissal)).toBe(4004);
    }
    expect(await refusal(erinDevice, 'report.resolve', { ...dismissal, until: '2126-01-01T00:00:00Z' })).toBe(4003);
  });
});

describe('the erasure of a person', () => {
  it('removes the reports about the person, takes the person out of own ones, and counts both', async () => {
    const { messageId, reportId } = await reported();
    await cast.bobDevice.request('message.report', { user_id: cast.carol.id, reason: 'abuse', comment: 'revenge' });
    const exported = (await parley.parley('users', 'export', cast.bob.username)) as Record<string, object[]>;
    expect(exported.reports_made).toMatchObject([{ user_id: cast.carol.id, comment: 'revenge' }]);
    expect(exported.reports_about).toMatchObject([{ id: reportId, message_id: messageId }]);
    expect(JSON.stringify(exported.reports_about)).not.toContain('again');
    await expect(parley.parley('users', 'erase', cast.bob.username, '--yes')).resolves.toMatchObject({
      removed: { reports_about: 1, reports_made: 1 },
    });
    const left = await list(erinDevice);
    expect(left.find(({ report_id }) => report_id === reportId)).toBeUndefined();
    expect(left.find(({ user }) => user.id === cast.carol.id)).toMatchObject({ reporter: null, comment: null });
  });
});

describe('parley reports', () => {
  it('lists, shows and resolves a report, whose message is deleted for its room', async () => {
    const { messageId, reportId } = await reported('for the operator');
    const listed = (await parley.parley('reports', 'list', '--room', room.id)) as Report[];
    expect(listed).toMatchObject([{ report_id: reportId, reporter: { id: cast.carol.id } }]);
    await expect(parley.parley('reports', 'show', reportId)).resolves.toEqual({
      ...listed[0],
      subject: expect.objectContaining({ is_active: true, role: 'user', open_reports: 1 }) as object,
    });
    const resolving = ['reports', 'resolve', reportId, '--action', 'delete_message', '--note', 'spam'];
    await expect(parley.parley(...resolving)).resolves.toMatchObject({
      state: 'resolved',
      resolution: { action: 'delete_message', note: 'spam', by: null },
    });
    const { data } = await cast.carolDevice.receive('messagemodification.dispatch');
    expect(data).toMatchObject({ message_ids: [messageId] });
    for (const [device, reporter] of [
      [erinDevice, { id: cast.carol.id }],
      [cast.phone, null],
    ] as const) {
      const notice = await device.receive('report.dispatch');
      expect(notice.data).toMatchObject({ report_id: reportId, state: 'resolved', reporter });
    }
    await expect(parley.parley(...resolving)).rejects.toMatchObject({
      stderr: expect.stringContaining('resolved already') as string,
    });
  });
});
