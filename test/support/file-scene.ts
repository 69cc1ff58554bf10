import { createHmac, randomUUID } from 'node:crypto';

import type { Message, Room } from '@parley/protocol';

import type { ChatClient } from './chat-client.js';
import { connected } from './database.js';
import { eventually } from './eventually.js';
import { users } from './people.js';
import type { TestUser } from './people.js';
import { keepSecret } from './secrets.js';
import type { Service } from './service.js';
import { attachmentIn, FileClient, sendFiles, textFile } from './uploads.js';

export const TEXT = 'xyzzy, the secret of the room';
/** The default of FILE_URL_SECONDS, and the tolerated difference of clocks. */
export const [VALID_MS, SKEW_MS] = [3_600_000, 60_000];

/** Signs an address as the service does. */
function fileAddress({ id, secret }: { readonly id: string; readonly secret: string }, now: number): string {
  const at = String(Math.floor(now / 1_000));
  const signature = createHmac('sha256', secret).update(`${id} ${at}`).digest('base64url');
  return `/api/files/${id}?at=${at}&signature=${signature}`;
}

/** A room with a file, which Alice has sent. Bob and Carol are members, Dave is none. */
export interface FileScene {
  readonly parley: Service;
  readonly people: Readonly<Record<'alice' | 'bob' | 'carol' | 'dave', TestUser>>;
  readonly phone: ChatClient;
  readonly room: Room;
  readonly message: Message;
  readonly id: string;
  readonly address: string;
}

export async function fileScene(parley: Service): Promise<FileScene> {
  const people = await users(parley, 'alice', 'bob', 'carol', 'dave');
  const { alice, bob, carol } = people;
  const phone = await alice.connect();
  const request = { type: 'GroupChat', name: 'Friends', participants: [bob.id, carol.id] };
  const { data: room } = await phone.request('room.create', request);
  const id = await new FileClient(parley, alice).upload(room.id, textFile(TEXT));
  const message = await sendFiles(phone, room.id, id);
  const address = attachmentIn(message).media_url;
  keepSecret(new URL(address, 'http://x').searchParams.get('signature')!);
  return { parley, people, phone, room, message, id, address };
}

/** All ways to ask for a file. */
const FORMS: readonly RequestInit[] = [
  {},
  { method: 'HEAD' },
  { headers: { Range: 'bytes=0-3' } },
  { headers: { Range: 'bytes=100000-' } },
  { headers: { 'If-None-Match': '*' } },
  { headers: { 'If-Range': '"x"', Range: 'bytes=1-' } },
];

interface Found {
  readonly status: number;
  readonly text: string;
  readonly length: string | null;
}

/** The answers to all forms of a request for a path, with and without `?thumbnail`. */
export async function answersTo({ url }: Pick<Service, 'url'>, path: string, user?: TestUser): Promise<Found[]> {
  const authorization: Record<string, string> = user ? { Authorization: `Bearer ${user.tokens.access}` } : {};
  const paths = [path, `${path}${path.includes('?') ? '&' : '?'}thumbnail`];
  const requests = paths.flatMap((each) => FORMS.map((form) => [each, form] as const));
  return Promise.all(
    requests.map(async ([each, form]) => {
      const headers = { ...authorization, ...(form.headers as Record<string, string>) };
      const response = await fetch(new URL(each, url), { ...form, headers });
      const length = response.headers.get('content-length');
      return { status: response.status, text: await response.text(), length };
    }),
  );
}

/** The path is answered as if there were no such file, in every form. */
export async function expectNothing(
  { parley, people }: Pick<FileScene, 'parley'> & { readonly people: Pick<FileScene['people'], 'dave'> },
  path: string,
  user?: TestUser,
): Promise<void> {
  const unknown = await answersTo(parley, `/api/files/${randomUUID()}`, user ?? people.dave);
  expect(new Set(unknown.map(({ status }) => status))).toEqual(new Set([404]));
  expect([path, await answersTo(parley, path, user)]).toEqual([path, unknown]);
}

export async function expectRead({ parley }: FileScene, path: string, user?: TestUser): Promise<void> {
  const { status, body } = await new FileClient(parley, user).read(path);
  expect([path, status, body.toString()]).toEqual([path, 200, TEXT]);
}

export const pathOf = (id: string): string => `/api/files/${id}`;

/** An address of the file as the service would have made it at another time. */
export async function addressAt({ parley, id }: Pick<FileScene, 'parley' | 'id'>, at: number): Promise<string> {
  const database = await connected(parley.serviceData);
  const { rows } = await database.query<{ secret: string }>('SELECT secret FROM uploads WHERE id = $1', [id]);
  await database.end();
  keepSecret(rows[0]!.secret);
  return fileAddress({ id, secret: rows[0]!.secret }, at);
}

export const deletesMessage = ({ phone, message }: FileScene): Promise<unknown> =>
  phone.request('message.modify', { action: 'delete', message_id: [message.id] });

/** The message of the file expires as if it had been sent with a lifetime that is over. */
export async function endsLifetime({ parley, phone, room, message }: FileScene): Promise<void> {
  await phone.request('room.modify', { room_id: room.id, action: 'update', data: { message_ttl_seconds: 60 } });
  const database = await connected(parley.serviceData);
  await database.query('UPDATE messages SET expires_at = now() WHERE id = $1', [message.id]);
  await eventually(async () => {
    // The timer may be running, and then set itself again.
    await database.query(`UPDATE timers SET due_at = now() WHERE kind = 'message_expiry' AND key = $1`, [room.id]);
    return (await database.query('SELECT FROM messages WHERE id = $1', [message.id])).rowCount === 0;
  });
  await database.end();
}
