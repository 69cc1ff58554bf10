import { randomUUID } from 'node:crypto';

import type { GroupChat, Report } from '@parley/protocol';

import { Administration } from '../support/administration.js';
import { closeCast, connectCast } from '../support/cast.js';
import type { Cast } from '../support/cast.js';
import { createGroup, sendMessage } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

interface Page {
  readonly reports: readonly Report[];
  readonly next_cursor: string | null;
  readonly about_you: number;
}

let parley: Service;
/** Alice leads the room. */
let cast: Cast;
let room: GroupChat;
let erin: TestUser;
/** Erin, who is no member. */
let moderator: Administration;

beforeAll(async () => {
  parley = await sharedService();
});
beforeEach(async () => {
  cast = await connectCast(parley);
  const { bob, bobDevice, carol, carolDevice } = cast;
  room = await createGroup(cast.phone, [
    { user: bob, device: bobDevice },
    { user: carol, device: carolDevice },
  ]);
  ({ erin } = await users(parley, 'erin'));
  moderator = await Administration.by(parley, erin, 'moderator');
});
afterEach(() => closeCast(cast));

/** Carol reports a message of Bob. */
async function reported(text: string): Promise<{ readonly messageId: string; readonly reportId: string }> {
  const { id } = await sendMessage(cast.bobDevice, room, text);
  await cast.carolDevice.receive('message.dispatch', ({ data }) => data.id === id);
  const { data } = await cast.carolDevice.request('message.report', { message_id: id, reason: 'spam' });
  return { messageId: id, reportId: data.report_id };
}

describe('the reports of the administration', () => {
  it('are not for users without a role, nor for leaders of a room', async () => {
    const { reportId } = await reported('offer');
    const leader = Administration.as(parley, cast.alice);
    for (const [method, path, body] of [
      ['GET', 'reports/'],
      ['GET', `reports/${reportId}/`],
      ['POST', `reports/${reportId}/resolve/`, { action: 'dismiss' }],
      ['POST', 'reports/resolve/', { report_ids: [reportId], action: 'dismiss' }],
    ] as const) {
      expect(await leader.request(method, path, body)).toMatchObject({
        status: 403,
        body: { code: 'permission_denied' },
      });
    }
  });

  it('about the own user are a number alone, which has the open ones', async () => {
    const of = async (page: string): Promise<Page> => moderator.expect(moderator.get<Page>(`reports/${page}`));
    expect(await of('')).toMatchObject({ about_you: 0 });
    for (const device of [cast.bobDevice, cast.carolDevice]) {
      await device.request('message.report', { user_id: erin.id, reason: 'abuse', comment: 'secret' });
    }
    const page = await of('?limit=100');
    expect(page.about_you).toBe(2);
    expect(page.reports.filter(({ user }) => user.id === erin.id)).toEqual([]);
    const listed = (await parley.parley('reports', 'list')) as readonly Report[];
    const [first] = listed.filter(({ user }) => user.id === erin.id);
    await parley.parley('reports', 'resolve', first!.report_id, '--action', 'dismiss');
    expect(await of('?state=resolved')).toMatchObject({ about_you: 1 });
  });

  it('are listed in pages, the newest first, of one room or of all', async () => {
    const filed: string[] = [];
    for (const text of ['first', 'second', 'third']) filed.unshift((await reported(text)).reportId);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Page = await moderator.expect(
        moderator.get<Page>(`reports/?room_id=${room.id}&limit=2${cursor && `&cursor=${cursor}`}`),
      );
      expect(page.reports.length).toBeLessThanOrEqual(2);
      seen.push(...page.reports.map(({ report_id }) => report_id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(filed);
    const { body } = await moderator.get<Page>('reports/');
    expect(body.reports.map(({ report_id }) => report_id)).toEqual(expect.arrayContaining(filed));
    const resolved = await moderator.get<Page>(`reports/?room_id=${room.id}&state=resolved`);
    expect(resolved.body.reports).toEqual([]);
  });

  it('are shown with the account, the restriction and the other reports of the user', async () => {
    const { reportId: muted } = await reported('rude');
    await moderator.expect(moderator.post(`reports/${muted}/resolve/`, { action: 'mute', note: 'calm down' }));
    const { data: filed } = await cast.carolDevice.request('message.report', { user_id: cast.bob.id, reason: 'abuse' });
    const { body } = await moderator.get(`reports/${muted}/`);
    expect(body).toMatchObject({
      report_id: muted,
      state: 'resolved',
      seen: { content: 'rude' },
      reporter: { id: cast.carol.id },
      subject: {
        is_active: true,
        role: 'user',
        open_reports: 1,
        resolved_reports: 1,
        last_reports: [
          { report_id: filed.report_id, state: 'open', room_id: null, action: null },
          { report_id: muted, state: 'resolved', room_id: room.id, action: 'mute' },
        ],
        restriction: { kind: 'mute', until: null, reason: 'calm down', by: { id: erin.id } },
      },
    });
    const ofUser = await moderator.get(`reports/${filed.report_id}/`);
    expect(ofUser.body).toMatchObject({ message_id: null, subject: { restriction: null } });
    expect(await parley.parley('reports', 'show', muted)).toEqual(body);
  });

  it('of the own user are not shown', async () => {
    const { data } = await cast.carolDevice.request('message.report', { user_id: erin.id, reason: 'other' });
    for (const id of [data.report_id, randomUUID(), 'no-id']) {
      expect(await moderator.get(`reports/${id}/`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    expect(await moderator.post(`reports/${data.report_id}/resolve/`, { action: 'dismiss' })).toMatchObject({
      status: 404,
    });
  });
});

describe('a resolution', () => {
  it('deletes the message, and is refused the second time and with invalid fields', async () => {
    const { messageId, reportId } = await reported('offer');
    for (const [body, field] of [
      [{ action: 'praise' }, 'action'],
      [{ action: 'dismiss', until: new Date().toISOString() }, 'until'],
    ] as const) {
      expect(await moderator.post(`reports/${reportId}/resolve/`, body)).toMatchObject({
        status: 400,
        body: { [field]: [expect.any(String)] },
      });
    }
    const resolved = await moderator.expect(
      moderator.post(`reports/${reportId}/resolve/`, { action: 'delete_message', note: 'spam' }),
    );
    expect(resolved).toMatchObject({
      state: 'resolved',
      resolution: { action: 'delete_message', note: 'spam', by: { id: erin.id } },
    });
    await cast.carolDevice.receive('messagemodification.dispatch', ({ data }) => {
      return data.action === 'delete' && data.message_ids.includes(messageId);
    });
    expect(await moderator.post(`reports/${reportId}/resolve/`, { action: 'dismiss' })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    const entries = (await parley.parley('audit', 'list', '--room', room.id)) as readonly object[];
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: 'report.resolve',
        actor: { id: erin.id, username: erin.username },
        origin: expect.objectContaining({ address: '127.0.0.1' }) as object,
      }),
    );
  });

  it('of several reports names those that were not resolved', async () => {
    const open = [await reported('one'), await reported('two')].map(({ reportId }) => reportId);
    const { reportId: dismissed } = await reported('three');
    await moderator.expect(moderator.post(`reports/${dismissed}/resolve/`, { action: 'dismiss' }));
    const unknown = randomUUID();
    const answer = await moderator.post('reports/resolve/', {
      report_ids: [open[0], dismissed, unknown, open[1]!.toUpperCase(), open[1]],
      action: 'delete_message',
    });
    expect(answer).toEqual({
      status: 200,
      body: {
        resolved: 2,
        refused: [
          { report_id: dismissed, code: 'conflict', detail: expect.any(String) as string },
          { report_id: unknown, code: 'not_found', detail: expect.any(String) as string },
        ],
      },
    });
    const { body } = await moderator.get<Page>(`reports/?room_id=${room.id}`);
    expect(body.reports).toEqual([]);
    const tooMany = Array.from({ length: 51 }, () => randomUUID());
    expect(await moderator.post('reports/resolve/', { report_ids: tooMany, action: 'dismiss' })).toMatchObject({
      status: 400,
      body: { report_ids: [expect.any(String)] },
    });
  });
});
