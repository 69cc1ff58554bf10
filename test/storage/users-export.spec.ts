import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { GroupFixture } from '../support/group-fixture.js';
import { sync } from '../support/client-state.js';
import { connected } from '../support/database.js';
import { environment } from '../support/environment.js';
import { eventually } from '../support/eventually.js';
import { logIn, users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { waitForOpenSessions } from '../support/sessions.js';
import { ANY_TIME, ANY_ID } from '../support/messaging.js';
import { claimsOf } from '../support/tokens.js';

const PARLEY = join(import.meta.dirname, '../../bin/parley.js');
const MUTED_UNTIL = '2999-01-01T00:00:00.000Z';
const QUIET = { from: '22:00', to: '07:00', timezone: 'Europe/Paris' };
const SCHEDULED = { send_at: ANY_TIME, created_at: ANY_TIME, updated_at: ANY_TIME };
const LATER = { ...SCHEDULED, refused_at: null, notification_id: null };
const MORE_THAN_A_PAGE = 1_100;

let parley: Service;
let fixture: GroupFixture;

beforeAll(async () => {
  parley = await sharedService();
  fixture = await GroupFixture.create(parley);
});
beforeEach(() => fixture.createRoom());

const familyOf = ({ tokens }: TestUser): unknown => claimsOf(tokens.access).fam;

type Export = Record<string, readonly Record<string, unknown>[]> & { readonly account: Record<string, unknown> };

const exported = async (username: string): Promise<Export> =>
  (await parley.parley('users', 'export', username)) as Export;

const failure = (command: Promise<unknown>): Promise<unknown> =>
  command.then(
    () => Promise.reject(new Error('The command did not fail.')),
    (error: unknown) => error,
  );

describe('parley users export', () => {
  it('prints all data of a user, without secrets or texts of other users', async () => {
    const { phone, carolDevice, room, alice, carol } = fixture;
    const { erin } = await users(parley, 'erin');
    const device = await erin.connect();
    await phone.request('room.add_members', { room_id: room.id, members: [erin.id] });
    const { data: other } = await phone.request('message.send', {
      room_id: room.id,
      content: 'A word of Alice',
      extra_fields: { mentions: [erin.id] },
    });
    const media = [
      {
        media_url: 'https://x.example/a.png',
        media_type: 'image',
        mime_type: 'image/png',
        file_size: 7,
        caption: 'me',
      },
    ];
    const content = 'A word \u0000 of "Erin" 👋';
    const metadata = { a: '\u0000 \u00010' };
    const extra_fields = {
      media,
      parent_message_id: other.id,
      kind: 'card',
      metadata,
      silent: true,
      mentions: [carol.id],
      thread_id: other.id,
      also_to_room: true,
    };
    const { data: message } = await device.request('message.send', { room_id: room.id, content: 'x', extra_fields });
    const of = { message_id: message.id };
    await device.request('message.modify', { ...of, action: 'update', extra_fields: { content } });
    const { data: gone } = await device.request('message.send', { room_id: room.id, content: 'A slip' });
    await device.request('message.modify', { action: 'delete', message_id: gone.id });
    await device.request('message.react', { type: 'add', message_id: other.id, reaction_content: '👍' });
    await device.request('message.read', { message_id: other.id });
    await phone.request('message.react', { ...of, type: 'add', reaction_content: '🎉' });
    const asking = { type: 'GroupChat', name: 'Ask first', extra_fields: { join_approval_required: true } };
    const { data: group } = await carolDevice.request('room.create', asking);
    await device.request('room.join', { room_id: group.id });

    const profile = { avatar: 'https://images.example/e.png', custom: { team: 'blue', nul: '\u0000' } };
    await device.request('user.update', { add_policy: 'shared', ...profile, status: { text: 'Away' } });
    await device.request('room.favourite', { room_id: room.id, favourite: true });
    await device.request('room.notify', { room_id: room.id, level: 'mentions', muted_until: MUTED_UNTIL });
    await device.request('user.notify', { level: 'none', do_not_disturb: QUIET });
    await device.request('message.save', { message_id: other.id, saved: true, remind_at: '2100-01-01T00:00:00Z' });
    await device.request('draft.set', { room_id: room.id, content: 'unsent' });
    const later = { room_id: room.id, content, send_at: new Date(Date.now() + 3_600_000).toISOString() };
    const { data: scheduled } = await device.request('message.schedule', { ...later, extra_fields: { metadata } });
    const again = await logIn(parley, erin.username);

    const { data: inviting } = await carolDevice.request('room.create', { type: 'GroupChat', name: 'Come' });
    await carolDevice.request('room.invite', { room_id: inviting.id, user_ids: [erin.id] });
    const { data: channel } = await carolDevice.request('room.create', {
      type: 'Channel',
      name: 'News',
      extra_fields: { is_public: true },
    });
    await device.request('room.join', { room_id: channel.id });
    await device.request('room.leave', { room_id: channel.id });
    await device.request('member.nickname', { room_id: room.id, nickname: 'Rin' });

    const { exported_at: at, account, ...lists } = await exported(erin.username);
    expect(at).toEqual(ANY_TIME);
    expect(account).toEqual({
      id: erin.id,
      username: erin.username,
      first_name: 'erin',
      last_name: 'Tester',
      email: `${erin.username}@mail.example`,
      is_active: true,
      has_password: true,
      password_set_at: null,
      role: 'user',
      created_at: ANY_TIME,
      last_seen_at: account.last_seen_at,
      tokens_valid_after: null,
      deleted_at: null,
      add_policy: 'shared',
      ...profile,
      status: { text: 'Away', emoji: null, until: null },
      is_bot: false,
      is_guest: false,
      guest_until: null,
      notify_level: 'none',
      do_not_disturb: QUIET,
      mail_notices: null,
      language: null,
      external_id: null,
      verified_address: null,
    });
    expect(lists).toEqual({
      log_ins: [
        // A log-in of the previous release.
        {
          id: familyOf(erin),
          created_at: null,
          device: null,
          address: null,
          refreshed_at: null,
          active_at: null,
          expires_at: ANY_TIME,
          revoked_at: null,
        },
        {
          id: familyOf(again),
          created_at: ANY_TIME,
          device: 'node',
          address: '127.0.0.1',
          refreshed_at: null,
          active_at: null,
          expires_at: ANY_TIME,
          revoked_at: null,
        },
      ],
      mails: [],
      missed_mails: [],
      provider_accounts: [],
      second_factors: [],
      api_keys: [],
      sessions: lists.sessions,
      past_sessions: [],
      syncs: [],
      rooms: [
        {
          id: room.id,
          type: 'GroupChat',
          name: 'Friends',
          is_creator: false,
          role: 'member',
          permissions: [],
          joined_at: ANY_TIME,
          joined_seq: room.last_seq + 1,
          delivered_seq: expect.any(Number) as number,
          read_seq: expect.any(Number) as number,
          history_seq: 0,
          favourite: true,
          archived_seq: null,
          marked_unread_seq: null,
          notify_level: 'mentions',
          muted_until: MUTED_UNTIL,
        },
      ],
      private_changes: [
        { seq: 1, kind: 'thread_follow', key: `${room.id}:${other.id}`, created_at: ANY_TIME },
        { seq: 2, kind: 'favourite', key: room.id, created_at: ANY_TIME },
        { seq: 3, kind: 'notify', key: room.id, created_at: ANY_TIME },
        { seq: 4, kind: 'user_notify', key: 'user', created_at: ANY_TIME },
        { seq: 5, kind: 'saved', key: other.id, created_at: ANY_TIME },
        { seq: 6, kind: 'draft', key: `${room.id}:${room.id}`, created_at: ANY_TIME },
        { seq: 7, kind: 'scheduled', key: scheduled.id, created_at: ANY_TIME },
      ],
      saved_messages: [{ message_id: other.id, room_id: room.id, saved_at: ANY_TIME, remind_at: ANY_TIME }],
      scheduled_messages: [{ ...scheduled, ...LATER }],
      past_rooms: lists.past_rooms,
      product_rooms: [],
      room_notices: lists.room_notices,
      deleted_chats: [],
      blocked_users: [],
      join_requests: [{ room_id: group.id, created_at: ANY_TIME }],
      invitations: [{ id: ANY_ID, room_id: inviting.id, invited_by: carol.id, created_at: ANY_TIME }],
      deployment_invitations: [],
      used_invitations: [],
      left_rooms: [{ room_id: channel.id }],
      nicknames: [{ room_id: room.id, nickname: 'Rin' }],
      restrictions: [],
      contacted_strangers: [],
      messages: [
        {
          id: message.id,
          room_id: room.id,
          seq: message.seq,
          content,
          parent_message_id: other.id,
          is_forwarded: false,
          forwarded_from_id: null,
          is_edited: true,
          is_deleted: false,
          client_message_id: null,
          created_at: message.created_at,
          updated_at: ANY_TIME,
          edited_at: ANY_TIME,
          kind: 'card',
          metadata,
          is_silent: true,
          mentions: [carol.id],
          mention_room: false,
          thread_id: other.id,
          also_to_room: true,
          link_previews: [],
          poll: null,
          attachments: [{ ...media[0], id: ANY_ID, metadata: {} }],
        },
      ],
      files: [],
      deleted_messages: [
        { id: gone.id, room_id: room.id, seq: gone.seq, client_message_id: null, created_at: gone.created_at },
      ],
      reactions: [{ message_id: other.id, room_id: room.id, reaction_content: '👍', created_at: ANY_TIME }],
      poll_votes: [],
      pins: [],
      mentions: [{ message_id: other.id, room_id: room.id, seq: other.seq }],
      threads: [{ thread_id: other.id, room_id: room.id, following: true, read_seq: message.seq }],
      drafts: [{ room_id: room.id, thread_id: null, content: 'unsent', updated_at: ANY_TIME }],
      held_messages: [],
      receipts: [{ message_id: other.id, room_id: room.id, delivered_at: ANY_TIME, read_at: ANY_TIME }],
      push_subscriptions: [],
      pushes: [],
      reports_made: [],
      reports_about: [],
      notifications: [
        {
          id: ANY_ID,
          type: 'REACTION',
          room_id: room.id,
          message_id: message.id,
          by_user_id: alice.id,
          created_at: ANY_TIME,
        },
      ],
      audit: [
        {
          id: expect.any(Number) as number,
          at: ANY_TIME,
          by_user_id: alice.id,
          by_key_id: null,
          action: 'room.add_members',
          room_id: room.id,
          to_user_id: erin.id,
          details: {},
          address: null,
          session_id: null,
        },
        expect.objectContaining({ action: 'room.invite', by_user_id: carol.id, to_user_id: erin.id }) as object,
        expect.objectContaining({ action: 'users.export', by_user_id: null, to_user_id: erin.id }) as object,
      ],
    });
    expect(JSON.stringify({ account, lists })).not.toMatch(/argon2|hash|A word of Alice|alice/);
    await device.close();
  });

  it('contains the open sessions', async () => {
    const { frank } = await users(parley, 'frank');
    const device = await frank.connect();
    await waitForOpenSessions(1, parley.serviceData, frank.username);
    const { sessions } = await exported(frank.username);
    expect(sessions).toEqual([
      {
        id: expect.any(String) as string,
        log_in: familyOf(frank),
        device: expect.any(String) as string,
        connected_at: ANY_TIME,
        last_seen_at: ANY_TIME,
      },
    ]);
    await device.close();
  });

  it('contains the chats of two that the user has deleted', async () => {
    const { heidi } = await users(parley, 'heidi');
    const device = await heidi.connect();
    const participants = [fixture.bob.id];
    const { data: chat } = await device.request('room.create', { type: 'OneToOneChat', participants });
    const { seq } = await device.request('room.modify', { room_id: chat.id, action: 'delete' });
    await device.close();
    const kept = { rooms: [], deleted_chats: [{ id: chat.id, deleted_seq: seq }] };
    await expect(exported(heidi.username)).resolves.toMatchObject(kept);
  });

  it('contains the past sessions, memberships and syncs', async () => {
    const { heidi } = await users(parley, 'heidi');
    const { phone, room } = fixture;
    const device = await heidi.connect();
    await phone.request('room.add_members', { room_id: room.id, members: [heidi.id] });
    await sync(device, {});
    await device.request('room.leave', { room_id: room.id });
    await device.close();
    const database = await connected(parley.serviceData);
    for (const table of ['past_sessions', 'sync_records']) {
      const written = `SELECT FROM ${table} WHERE user_id = $1`;
      await eventually(async () => (await database.query(written, [heidi.id])).rowCount === 1);
    }
    await database.end();
    const { past_sessions: sessions, past_rooms: rooms, syncs } = await exported(heidi.username);
    const joined = room.last_seq + 1;
    expect(sessions).toEqual([
      {
        id: expect.any(String) as string,
        device: expect.any(String) as string,
        opened_at: ANY_TIME,
        closed_at: ANY_TIME,
        close_code: 1005,
        close_reason: null,
      },
    ]);
    expect(rooms).toEqual([
      {
        id: room.id,
        joined_at: ANY_TIME,
        left_at: ANY_TIME,
        joined_seq: joined,
        left_seq: joined + 1,
        delivered_seq: joined,
        read_seq: joined,
      },
    ]);
    const printed = { room_id: room.id, after_seq: 0, up_to_seq: joined, reset: false };
    expect(syncs).toEqual([{ session_id: sessions![0]!.id, synced_at: ANY_TIME, rooms: [printed] }]);
  });

  it('contains every message once, whatever their number', async () => {
    const { grace } = await users(parley, 'grace');
    const device = await grace.connect();
    const { data: room } = await device.request('room.create', { type: 'GroupChat', name: 'Diary' });
    const contents = Array.from({ length: MORE_THAN_A_PAGE }, (_, at) => `day ${String(at)}`);
    const requested = contents.map((content) => device.sendRequest('message.send', { room_id: room.id, content }));
    for (const requestId of requested) await device.response(requestId);
    const { messages = [] } = await exported(grace.username);
    const bySeq = messages.toSorted((one, other) => Number(one.seq) - Number(other.seq));
    expect(bySeq.map(({ content }) => content)).toEqual(contents);
    await device.close();
  });

  it('contains the remaining data of a deleted user', async () => {
    const { heidi } = await users(parley, 'heidi');
    const { phone, room } = fixture;
    const device = await heidi.connect();
    await phone.request('room.add_members', { room_id: room.id, members: [heidi.id] });
    await device.request('message.send', { room_id: room.id, content: 'still here' });
    await parley.parley('users', 'delete', heidi.username, '--yes');
    await expect(failure(exported(heidi.username))).resolves.toMatchObject({ code: 1, stdout: '' });
    const left = await exported(`deleted-${String(heidi.id)}`);
    const account = { email: null, has_password: false, deleted_at: ANY_TIME };
    expect(left).toMatchObject({ account, log_ins: [], rooms: [], messages: [{ content: 'still here' }] });
  });

  it('ends without an error if its output is closed', async () => {
    const place = { cwd: parley.serviceData.folder, env: { ...environment(parley.serviceData) } };
    const child = spawn(process.execPath, [PARLEY, 'users', 'export', fixture.alice.username], place);
    child.stdout.destroy();
    const [error, [code]] = await Promise.all([text(child.stderr), once(child, 'close') as Promise<[number]>]);
    expect([code, error]).toEqual([0, '']);
  });
});
