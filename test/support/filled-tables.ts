import { sync } from './client-state.js';
import { connected } from './database.js';
import { eventually } from './eventually.js';
import { connectMember, sendMessage } from './messaging.js';
import type { Member } from './messaging.js';
import type { TestUser } from './people.js';
import type { Service } from './service.js';
import { FileClient, textFile } from './uploads.js';

/** The room with most of the rows. */
export interface FilledRoom {
  readonly id: string;
  /** Of its messages, the newest first. */
  readonly contents: readonly string[];
  /** Also those of replies in threads. */
  readonly allContents: readonly string[];
}

/**
 * Fills every table, by use of the service as far as that writes the table at once.
 * @param parley with `STRANGERS_PER_HOUR`; its sessions stay open
 */
export async function fillEveryTable(
  parley: Service,
  { alice, bob, carol }: Readonly<Record<'alice' | 'bob' | 'carol', TestUser>>,
): Promise<FilledRoom> {
  await isFollowedByAnotherRelease(parley);
  const [phone, bobs, carols] = await Promise.all([alice, bob, carol].map((user) => connectMember(user)));
  await deliverWebhooks(parley);
  const room = await fill(parley, phone!, bobs!, carols!);
  await isOfProduct(parley, room);
  await isPushed(parley, room, bob);
  await hasTimer(parley, bob);
  await hasLinks(parley, room, bob);
  await hasHeldMessage(parley, room, bob);
  await hasSecondFactor(parley, bob);
  await hasProviderAccount(parley, bob);
  await leavesRecords(parley, phone!, carols!);
  await parley.parley('keys', 'create', '--name', 'backend', '--scopes', 'messages:read', '--user', alice.username);
  await parley.parley('settings', 'set', 'welcome', 'Hello');
  await hasComeByInvitation(parley, bob);
  await hasMail(parley, bob);
  await eventually(async () => ((await parley.parley('sessions', 'list')) as unknown[]).length === 3);
  await hasEarlierEpoch(parley);
  await hasAuditChain(parley);
  return room;
}

/** As if mail were sent to the user. */
async function hasMail({ serviceData }: Service, { id }: TestUser): Promise<void> {
  const database = await connected(serviceData);
  await database.query(`
    INSERT INTO verified_addresses (address_key, user_id) VALUES ('bob@example.com', ${String(id)});
    INSERT INTO known_devices (user_id, device_hash) VALUES (${String(id)}, 'a device') ON CONFLICT DO NOTHING;
    INSERT INTO mails (id, kind, user_id, address, address_key, language, content)
      VALUES (gen_random_uuid(), 'of_later_release', ${String(id)}, 'bob@example.com', 'bob@example.com', 'en', 'sealed');
    INSERT INTO missed_mails (user_id, mailed_at) VALUES (${String(id)}, now())`);
  await database.end();
}

/** As if the backend of a product had made the room. */
async function isOfProduct({ serviceData }: Service, { id }: FilledRoom): Promise<void> {
  const database = await connected(serviceData);
  await database.query(`INSERT INTO room_external_ids (external_id, room_id) VALUES ('order:1', '${id}')`);
  await database.end();
}

/** By an invitation of an operator. */
async function hasComeByInvitation(parley: Service, { id }: TestUser): Promise<void> {
  const { id: invitation } = (await parley.parley('invitations', 'create')) as { id: string };
  const database = await connected(parley.serviceData);
  await database.query(`
    INSERT INTO invitation_uses (invitation_id, user_id) VALUES ('${invitation}', ${String(id)});
    INSERT INTO sign_ups (id, address) VALUES (gen_random_uuid(), '192.0.2.1');
    INSERT INTO pending_accounts (id, username, password_hash, email, first_name, last_name, language)
      VALUES (gen_random_uuid(), 'new', 'hash', 'new@example.com', '', '', 'en')`);
  await database.end();
}

/** With the position of a receiver, and the number of an entry that nothing seals. */
async function hasAuditChain({ serviceData }: Service): Promise<void> {
  const database = await connected(serviceData);
  // A seal that is written after this would be a row that nobody has copied.
  const isSealed = `SELECT FROM audit_entries HAVING count(*) = (SELECT count(*) FROM audit_seals)`;
  await eventually(async () => (await database.query(isSealed)).rowCount !== 0);
  await database.query(`
    INSERT INTO audit_streams (name, seq) VALUES ('file', 1);
    INSERT INTO audit_unsealed VALUES (0)`);
  await database.end();
}

/** As after a restore. The present epoch stays, because another one would end all sessions. */
async function hasEarlierEpoch({ serviceData }: Service): Promise<void> {
  const database = await connected(serviceData);
  await database.query(`
    INSERT INTO epochs (id, number, reason, origin)
      SELECT gen_random_uuid(), 0, 'installed', origin FROM epochs WHERE number = 1;
    UPDATE epochs e SET parent_id = before.id, reason = 'restored' FROM epochs before
      WHERE e.number = 1 AND before.number = 0;
    INSERT INTO epoch_rooms SELECT r.id, e.id, r.last_seq FROM rooms r, epochs e WHERE e.number = 1;
  `);
  await database.end();
}

/** One delivery to a receiver that does not exist. */
async function deliverWebhooks(parley: Service): Promise<void> {
  const { id } = (await parley.parley('webhooks', 'create', 'http://127.0.0.1:9/')) as { id: string };
  await parley.parley('webhooks', 'test', id);
  await parley.parley('webhooks', 'disable', id);
}

/** The outbox keeps all changes for a consumer that no process here knows. */
async function isFollowedByAnotherRelease({ serviceData }: Service): Promise<void> {
  const database = await connected(serviceData);
  await database.query(`INSERT INTO feed_followers (name) VALUES ('of a release to come')`);
  await database.end();
}

/** A membership that has ended, an invitation to join again, a sync with results, and a closed session. */
async function leavesRecords(parley: Service, { device: phone }: Member, carols: Member): Promise<void> {
  const participants = [carols.user.id];
  const { data: room } = await phone.request('room.create', { type: 'GroupChat', name: 'Strangers', participants });
  await carols.device.request('room.leave', { room_id: room.id });
  await phone.request('room.invite', { room_id: room.id, user_ids: [carols.user.id] });
  await phone.request('room.favourite', { room_id: room.id, favourite: true });
  await phone.request('room.notify', { room_id: room.id, level: 'mentions' });
  await phone.request('draft.set', { room_id: room.id, content: 'unsent' });
  await phone.request('user.block', { user_id: carols.user.id, blocked: true });
  await phone.request('user.notify', {
    level: 'mentions',
    do_not_disturb: { from: '22:00', to: '07:00', timezone: 'Europe/Paris' },
    mail: 'all',
  });
  await sync(phone, {});
  await (await carols.user.connect(parley)).close();
  const database = await connected(parley.serviceData);
  for (const table of ['past_memberships', 'past_sessions', 'sync_records']) {
    await eventually(async () => ((await database.query(`SELECT FROM ${table}`)).rowCount ?? 0) > 0);
  }
  await database.end();
}

/** A timer that no process here knows. */
async function hasTimer({ serviceData }: Service, { id }: TestUser): Promise<void> {
  const database = await connected(serviceData);
  await database.query(`INSERT INTO timers VALUES ('of_later_release', '1', now(), $1, 1)`, [id]);
  await database.end();
}

/** A message whose link is to be fetched, and a fetched page: previews are off. */
async function hasLinks({ serviceData }: Service, { id }: FilledRoom, { id: userId }: TestUser): Promise<void> {
  const database = await connected(serviceData);
  await database.query(`INSERT INTO link_fetches (message_id, room_id, user_id) VALUES (gen_random_uuid(), $1, $2)`, [
    id,
    userId,
  ]);
  await database.query(`INSERT INTO fetched_links VALUES (repeat('0', 64), '{"fault": "status"}', 'infinity')`);
  await database.end();
}

/** A message that is held for ever: there are no word rules. */
async function hasHeldMessage({ serviceData }: Service, { id }: FilledRoom, { id: userId }: TestUser): Promise<void> {
  const database = await connected(serviceData);
  await database.query(
    `INSERT INTO held_messages (room_id, message_id, user_id, is_edit, body, held_at, held_until)
     VALUES ($1, gen_random_uuid(), $2, false, '{"content": "held", "extra_fields": {}}', now(), 'infinity')`,
    [id, userId],
  );
  await database.end();
}

/** A second factor that no secret of the deployment opens, and a ticket that was used. */
async function hasSecondFactor({ serviceData }: Service, { id }: TestUser): Promise<void> {
  const database = await connected(serviceData);
  await database.query(`INSERT INTO second_factors (user_id, sealed_secret) VALUES ($1, '')`, [id]);
  await database.query(`INSERT INTO recovery_codes VALUES ($1, repeat('0', 64))`, [id]);
  await database.query(`INSERT INTO spent_tickets VALUES (repeat('0', 64), 'infinity')`);
  await database.end();
}

/** An account at a provider of identities, and a log-in that came from there. */
async function hasProviderAccount({ serviceData }: Service, { id }: TestUser): Promise<void> {
  const database = await connected(serviceData);
  const session = ['https://login.example.com', 'a subject'];
  await database.query('INSERT INTO provider_accounts (issuer, subject, user_id) VALUES ($1, $2, $3)', [
    ...session,
    id,
  ]);
  await database.query(
    'INSERT INTO provider_log_ins SELECT family, $1, $2 FROM refresh_tokens WHERE user_id = $3 LIMIT 1',
    [...session, id],
  );
  await database.end();
}

/** The outbox waits for its consumer, so no process writes pushes. */
async function isPushed({ serviceData }: Service, { id }: FilledRoom, { id: userId }: TestUser): Promise<void> {
  const database = await connected(serviceData);
  await database.query(
    `INSERT INTO push_subscriptions (id, user_id, endpoint, host, p256dh, auth)
     VALUES (gen_random_uuid(), $1, 'https://push.example.com/1', 'push.example.com', '', '')`,
    [userId],
  );
  await database.query(
    `INSERT INTO pushes (message_id, room_id, seq, user_id, state, reason, due_at, done_at)
     VALUES (gen_random_uuid(), $1, 1, $2, 'unsent', 'online', now(), now())`,
    [id, userId],
  );
  await database.end();
}

async function fill(parley: Service, { device: phone }: Member, bobs: Member, carols: Member): Promise<FilledRoom> {
  const participants = [bobs.user.id];
  await phone.request('room.create', { type: 'OneToOneChat', participants });
  const extra_fields = { join_approval_required: true };
  const { data: room } = await phone.request('room.create', {
    type: 'GroupChat',
    name: 'Friends',
    participants,
    extra_fields,
  });
  await carols.device.request('room.join', { room_id: room.id });
  const [first, second] = [await sendMessage(phone, room, 'first'), await sendMessage(phone, room, 'second')];
  const picture = { media_url: 'https://example.com/1.png', media_type: 'image', mime_type: 'image/png', file_size: 9 };
  const upload_id = await new FileClient(parley, bobs.user).upload(room.id, textFile('a file'));
  const third = {
    room_id: room.id,
    content: 'third',
    extra_fields: {
      media: [picture, { upload_id }],
      parent_message_id: second.id,
      kind: 'card',
      metadata: { a: 1 },
      mentions: [bobs.user.id],
    },
  };
  await bobs.device.request('message.send', third);
  const inThread = { room_id: room.id, content: 'in a thread', extra_fields: { thread_id: second.id } };
  await bobs.device.request('message.send', inThread);
  await bobs.device.request('message.read', { message_id: [second.id] });
  await bobs.device.request('message.react', { type: 'add', message_id: second.id, reaction_content: '👍' });
  await phone.request('message.pin', { message_id: second.id, pinned: true });
  await phone.request('message.save', { message_id: second.id, saved: true, remind_at: '2126-01-01T00:00:00Z' });
  await bobs.device.request('message.report', { message_id: second.id, reason: 'other' });
  const send_at = new Date(Date.now() + 3_600_000).toISOString();
  await phone.request('message.schedule', { room_id: room.id, content: 'later', send_at });
  const poll = { options: ['a', 'b'], closes_at: '2126-01-01T00:00:00Z' };
  const asked = { room_id: room.id, content: 'which?', extra_fields: { poll } };
  const { data: question } = await bobs.device.request('message.send', asked);
  await phone.request('poll.vote', { message_id: question.id, options: [1] });
  await phone.request('message.modify', { action: 'delete', message_id: first.id });
  await phone.request('room.restrict', { room_id: room.id, user_id: bobs.user.id, kind: 'mute', reason: 'late' });
  return {
    id: room.id,
    contents: ['which?', 'third', 'second'],
    allContents: ['which?', 'in a thread', 'third', 'second'],
  };
}
