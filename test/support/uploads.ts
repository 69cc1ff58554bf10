import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

import type { Attachment, Message, OpenedUpload, PendingUpload } from '@parley/protocol';

import type { ChatClient } from './chat-client.js';
import type { TestUser } from './people.js';

interface Address {
  readonly url: string;
}

export interface TestFile {
  readonly filename: string;
  readonly mime_type: string;
  readonly bytes: Buffer;
}

export const textFile = (text: string, filename = 'notes.txt'): TestFile => ({
  filename,
  mime_type: 'text/plain',
  bytes: Buffer.from(text),
});

/** A file of any size that is text. */
export const longTextFile = (bytes: number): TestFile =>
  textFile('parley\n'.repeat(Math.ceil(bytes / 7)).slice(0, bytes));

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export interface FileAnswer<Body = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** The requests of a user for files over HTTP. */
export class FileClient {
  constructor(
    private readonly service: Address,
    private readonly user: Pick<TestUser, 'tokens'> | undefined,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  /** A program with an API key. @param headers of all its requests */
  static withKey(service: Address, key: string, headers: Readonly<Record<string, string>> = {}): FileClient {
    return new FileClient(service, undefined, { Authorization: `Bearer ${key}`, ...headers });
  }

  /** @param body in place of the description of the file */
  create(roomId: string, { filename, mime_type, bytes }: TestFile, body?: object): Promise<FileAnswer<OpenedUpload>> {
    const declared = { filename, mime_type, size: bytes.length, room_id: roomId };
    return this.json('POST', '/api/uploads', { headers: JSON_TYPE, body: JSON.stringify({ ...declared, ...body }) });
  }

  /** Sends a part by tus. */
  append(id: string, offset: number, bytes: Uint8Array, headers: Record<string, string> = {}): Promise<FileAnswer> {
    return this.json('PATCH', `/api/uploads/${id}`, {
      headers: { ...TUS, 'Content-Type': OFFSET_TYPE, 'Upload-Offset': String(offset), ...headers },
      body: new Uint8Array(bytes),
    });
  }

  /** Begins to send a part over a connection of its own. The caller writes its bytes. */
  async beginPart(id: string, headers: Readonly<Record<string, string | number>>): Promise<Socket> {
    const { hostname, port, host } = new URL(this.service.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    const all = { Host: host, ...this.authorization, ...TUS, 'Content-Type': OFFSET_TYPE, ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    socket.write([`PATCH /api/uploads/${id} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
    return socket;
  }

  /** Asks by tus how many bytes have arrived. */
  head(id: string): Promise<FileAnswer> {
    return this.json('HEAD', `/api/uploads/${id}`, { headers: TUS });
  }

  pending(id: string): Promise<FileAnswer<PendingUpload>> {
    return this.json('GET', `/api/uploads/${id}`);
  }

  complete(id: string): Promise<FileAnswer<PendingUpload>> {
    return this.json('POST', `/api/uploads/${id}/complete/`);
  }

  cancel(id: string): Promise<FileAnswer> {
    return this.json('DELETE', `/api/uploads/${id}`, { headers: TUS });
  }

  /** @param roomId null: the picture of the user */
  createAvatar(roomId: string | null, file: TestFile): Promise<FileAnswer<OpenedUpload>> {
    const purpose = roomId === null ? { kind: 'avatar', room_id: undefined } : { kind: 'room_avatar' };
    return this.create(roomId ?? '', file, purpose);
  }

  /** {@link upload} for {@link createAvatar}. */
  async uploadAvatar(roomId: string | null, file: TestFile): Promise<string> {
    return this.sent(await this.createAvatar(roomId, file), file);
  }

  /** Uploads a whole file. @returns the id of the upload, which is ready */
  async upload(roomId: string, file: TestFile): Promise<string> {
    return this.sent(await this.create(roomId, file), file);
  }

  private async sent({ status, body }: FileAnswer<OpenedUpload>, file: TestFile): Promise<string> {
    expect([status, body]).toEqual([201, expect.anything()]);
    const sent = await this.append(body.upload_id, 0, file.bytes);
    expect([sent.status, sent.body]).toEqual([204, undefined]);
    return body.upload_id;
  }

  /** Reads the bytes of a file. @param path as in a message, or `/api/files/{id}` */
  async read(path: string, headers: Record<string, string> = {}): Promise<FileAnswer<Buffer>> {
    const response = await fetch(new URL(path, this.service.url), { headers: { ...this.authorization, ...headers } });
    return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
  }

  private get authorization(): Record<string, string> {
    return { ...(this.user && { Authorization: `Bearer ${this.user.tokens.access}` }), ...this.headers };
  }

  private async json<Body>(
    method: string,
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: string | Uint8Array } = {},
  ): Promise<FileAnswer<Body>> {
    const response = await fetch(new URL(path, this.service.url), {
      method,
      headers: { ...this.authorization, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : undefined) as Body };
  }
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const TUS = { 'Tus-Resumable': '1.0.0' };
const OFFSET_TYPE = 'application/offset+octet-stream';

/** Sends a message that shows uploads. @returns its attachments, as the sender received them */
export async function sendFiles(device: ChatClient, roomId: string, ...uploadIds: string[]): Promise<Message> {
  const media = uploadIds.map((upload_id) => ({ upload_id }));
  const { data } = await device.request('message.send', { room_id: roomId, content: '', extra_fields: { media } });
  return data;
}

/** The attachment of a message that has one. */
export function attachmentIn({ attachments }: Pick<Message, 'attachments'>): Attachment {
  expect(attachments).toHaveLength(1);
  return attachments[0]!;
}
