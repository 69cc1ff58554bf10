import { randomUUID } from 'node:crypto';
import { once } from 'node:events';

import type { Message } from '@parley/protocol';

import { eventually } from '../support/eventually.js';
import { ANY_TIME, sendMessage } from '../support/messaging.js';
import { users } from '../support/people.js';
import { closeRoomsFixture, createRoomsFixture, others } from '../support/rooms-fixture.js';
import type { RoomsFixture } from '../support/rooms-fixture.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { attachmentIn, FileClient, longTextFile, sendFiles, sha256, textFile } from '../support/uploads.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PART = 100_000;
/** The bytes of a slow request, which differ from those of the file. It does not end within the test. */
const SLOW_BYTES = 'slow\n';
const DRIP_MS = 10;
/** A lock that another request asks for ends after seven seconds, and the client tries twice. */
const LONGEST_TAKEOVER_MS = 20_000;

let parley: Service;
let fixture: RoomsFixture;
let alice: FileClient;
let bob: FileClient;

beforeAll(async () => {
  parley = await sharedService();
  fixture = await createRoomsFixture(parley);
  alice = new FileClient(parley, fixture.alice);
  bob = new FileClient(parley, fixture.bob);
});
afterAll(() => closeRoomsFixture(fixture));

/** Every other device of the room receives the message. */
async function received(message: Message): Promise<void> {
  for (const device of others(fixture, fixture.group)) {
    await device.receive('message.dispatch', ({ data }) => data.id === message.id);
  }
}

describe('an uploaded file', () => {
  it('is shown by a message, and every member reads it by its address and with a token', async () => {
    const { phone, bobDevice, group } = fixture;
    const file = textFile('the minutes of the meeting', 'Minutes 1/2.txt');
    const id = await alice.upload(group.id, file);
    const message = await sendFiles(phone, group.id, id);
    const { data } = await bobDevice.receive('message.dispatch', (frame) => frame.data.id === message.id);
    const attachment = attachmentIn(data);
    expect(attachment).toEqual({
      id,
      media_type: 'file',
      mime_type: 'text/plain',
      file_size: file.bytes.length,
      caption: '',
      metadata: {},
      filename: 'Minutes 1/2.txt',
      state: 'ready',
      sha256: sha256(file.bytes),
      width: null,
      height: null,
      duration: null,
      thumbnail_url: null,
      media_url: attachment.media_url,
    });
    expect(attachment.media_url).toMatch(new RegExp(`^/api/files/${id}\\?at=\\d+&signature=[\\w-]{43}$`));
    const nobody = new FileClient(parley, undefined);
    for (const read of [nobody.read(attachment.media_url), bob.read(`/api/files/${id}`)]) {
      const { status, body } = await read;
      expect([status, body.toString()]).toEqual([200, 'the minutes of the meeting']);
    }
    for (const device of [fixture.laptop, fixture.carolDevice]) await device.receive('message.dispatch');
  });

  it('arrives in parts, on any node, and goes on after a cut at the offset that the service has', async () => {
    const { group, phone } = fixture;
    const file = longTextFile(3 * PART + 17);
    const { body } = await alice.create(group.id, file);
    expect(body).toEqual({
      upload_id: body.upload_id,
      upload: { protocol: 'tus', url: `/api/uploads/${body.upload_id}` },
      expires_at: ANY_TIME,
    });
    const id = body.upload_id;
    expect(id).toMatch(UUID);
    for (const offset of [0, PART]) {
      const { status, headers } = await alice.append(id, offset, file.bytes.subarray(offset, offset + PART));
      expect([status, headers.get('upload-offset')]).toEqual([204, String(offset + PART)]);
    }
    const { headers } = await alice.head(id);
    expect(headers.get('upload-offset')).toBe(String(2 * PART));
    expect(headers.get('upload-length')).toBe(String(file.bytes.length));
    expect(await alice.append(id, PART, file.bytes.subarray(PART))).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    expect(await alice.append(id, 2 * PART, file.bytes.subarray(2 * PART))).toMatchObject({ status: 204 });
    // The answer to the last part may be lost: the client asks again.
    expect((await alice.head(id)).headers.get('upload-offset')).toBe(String(file.bytes.length));
    expect((await alice.pending(id)).body).toMatchObject({ state: 'ready', file_size: file.bytes.length });
    const message = await sendFiles(phone, group.id, id);
    await received(message);
    expect((await bob.read(attachmentIn(message).media_url)).body.equals(file.bytes)).toBe(true);
  });

  it('is checked part by part with a checksum: a wrong one writes nothing', async () => {
    const file = textFile('0123456789');
    const { upload_id: id } = (await alice.create(fixture.group.id, file)).body;
    const checksum = (text: string) => ({
      'Upload-Checksum': `sha256 ${Buffer.from(sha256(Buffer.from(text)), 'hex').toString('base64')}`,
    });
    expect(await alice.append(id, 0, Buffer.from('01234'), checksum('01234'))).toMatchObject({ status: 204 });
    const wrong = await alice.append(id, 5, Buffer.from('56789'), checksum('56780'));
    expect(wrong).toMatchObject({ status: 460, body: { code: 'checksum_differs' } });
    expect((await alice.head(id)).headers.get('upload-offset')).toBe('5');
    expect(await alice.append(id, 5, Buffer.from('56789'), { 'Upload-Checksum': 'md5 eA==' })).toMatchObject({
      status: 400,
      body: { code: 'invalid' },
    });
    expect(await alice.append(id, 5, Buffer.from('56789'), checksum('56789'))).toMatchObject({ status: 204 });
    expect((await alice.pending(id)).body.state).toBe('ready');
  });

  it('is written by one request at a time', async () => {
    const file = longTextFile(2_000_000);
    const { upload_id: id } = (await alice.create(fixture.group.id, file)).body;
    const answers = await Promise.all([1, 2, 3, 4].map(() => alice.append(id, 0, file.bytes)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    for (const { status, body } of answers.filter(({ status }) => status !== 204)) {
      expect([status, body]).toEqual([expect.toBeOneOf([409, 404]), expect.anything()]);
    }
    expect((await alice.pending(id)).body).toMatchObject({ state: 'ready', sha256: sha256(file.bytes) });
  });

  it('is continued on another node while an earlier request still writes slowly', async () => {
    const file = longTextFile(PART);
    const { upload_id: id } = (await alice.create(fixture.group.id, file)).body;
    const slow = await alice.beginPart(id, { 'Upload-Offset': 0, 'Content-Length': PART });
    const ended = once(slow.resume(), 'close');
    const dripping = setInterval(() => slow.write(SLOW_BYTES), DRIP_MS);
    try {
      const offsetOf = async () => Number((await alice.head(id)).headers.get('upload-offset'));
      await eventually(async () => (await offsetOf()) > 0);
      // Bytes that arrive until the lock is taken over move the offset, at which the client tries again.
      let from = 0;
      const began = performance.now();
      await eventually(async () => {
        from = await offsetOf();
        return (await alice.append(id, from, file.bytes.subarray(from))).status === 204;
      });
      expect(performance.now() - began).toBeLessThan(LONGEST_TAKEOVER_MS);
      await ended;
      const expected = Buffer.concat([Buffer.alloc(from, SLOW_BYTES), file.bytes.subarray(from)]);
      expect((await alice.read(`/api/files/${id}`)).body.equals(expected)).toBe(true);
      expect((await alice.pending(id)).body).toMatchObject({ state: 'ready', sha256: sha256(expected) });
    } finally {
      clearInterval(dripping);
      slow.destroy();
    }
  });

  it('that its author cancels is gone', async () => {
    const { upload_id: id } = (await alice.create(fixture.group.id, textFile('x'))).body;
    expect((await bob.cancel(id)).status).toBe(404);
    expect((await alice.cancel(id)).status).toBe(204);
    expect([await alice.head(id), await alice.pending(id)]).toMatchObject([{ status: 404 }, { status: 404 }]);
  });

  it('is shown by one message of its author in its room', async () => {
    const { phone, bobDevice, group, chat } = fixture;
    const id = await alice.upload(group.id, textFile('once'));
    const extra_fields = { media: [{ upload_id: id }] };
    const mine = { room_id: group.id, content: 'mine', extra_fields };
    const elsewhere = { room_id: chat.id, content: 'elsewhere', extra_fields };
    expect(await bobDevice.expectRefused('message.send', mine)).toMatchObject({ code: 4004 });
    expect(await phone.expectRefused('message.send', elsewhere)).toMatchObject({ code: 4004 });
    // As one batch of the database: the others of the batch are stored.
    const sent = { room_id: group.id, content: 'file', extra_fields };
    const answers = await Promise.all(
      [sent, sent, { room_id: group.id, content: 'text' }].map((data) =>
        phone.response(phone.sendRequest('message.send', data)),
      ),
    );
    expect(answers.filter(({ error }) => error)).toMatchObject([{ error: { code: 4005 } }]);
    const stored = answers.flatMap(({ error, data }) => (error ? [] : (data as Message)));
    expect(stored).toHaveLength(2);
    for (const message of stored) await received(message);
  });

  it('is shown once by a message that is sent again', async () => {
    const { phone, group } = fixture;
    const id = await alice.upload(group.id, textFile('again'));
    const request = {
      room_id: group.id,
      content: '',
      client_message_id: randomUUID(),
      extra_fields: { media: [{ upload_id: id, caption: 'see' }] },
    };
    const first = await phone.request('message.send', request);
    const again = await phone.request('message.send', request);
    expect(again).toMatchObject({ meta: { duplicate: true }, data: { id: first.data.id, attachments: [{ id }] } });
    await received(first.data);
  });

  it('that is not complete cannot be sent', async () => {
    const { phone, group } = fixture;
    const file = textFile('half');
    const { upload_id } = (await alice.create(group.id, file)).body;
    await alice.append(upload_id, 0, file.bytes.subarray(0, 2));
    const extra_fields = { media: [{ upload_id }] };
    const half = { room_id: group.id, content: '', extra_fields };
    expect(await phone.expectRefused('message.send', half)).toMatchObject({ code: 4005 });
  });

  it('is deleted with its message', async () => {
    const { phone, bobDevice, laptop, carolDevice, group } = fixture;
    const id = await alice.upload(group.id, textFile('secret'));
    const message = await sendFiles(phone, group.id, id);
    await received(message);
    const { media_url } = attachmentIn(message);
    expect((await bob.read(media_url)).status).toBe(200);
    await phone.request('message.modify', { action: 'delete', message_id: [message.id] });
    for (const device of [bobDevice, laptop, carolDevice]) await device.receive('messagemodification.dispatch');
    for (const path of [media_url, `/api/files/${id}`]) {
      const { status } = await bob.read(path);
      expect(status).toBe(404);
    }
  });

  it('is found by every read of its message', async () => {
    const { phone, bobDevice, group } = fixture;
    const id = await alice.upload(group.id, textFile('history'));
    const message = await sendFiles(phone, group.id, id);
    await received(message);
    const last = await sendMessage(phone, group, 'after it');
    await received(last);
    const { data } = await bobDevice.request('room.messages', { room_id: group.id, limit: 2 });
    const found = data.data.messages.find((each) => each.id === message.id);
    const { media_url } = attachmentIn(found!);
    expect((await bob.read(media_url)).body.toString()).toBe('history');
  });
});

describe('an upload is refused', () => {
  const file = textFile('refused');

  it.each([
    ['of a HEIC picture', 415, { mime_type: 'image/heic' }, 'unsupported_media_type'],
    ['that is too large', 413, { size: 26_214_401 }, 'request_too_large'],
  ])('%s', async (_, status, changed, code) => {
    expect(await alice.create(fixture.group.id, file, changed)).toMatchObject({ status, body: { code } });
  });

  it.each([
    ['without bytes', { size: 0 }, 'size'],
    ['without a name', { filename: '' }, 'filename'],
    ['with a name that is no text', { filename: 7 }, 'filename'],
    ['for no room', { room_id: 'here' }, 'room_id'],
  ])('%s', async (_, changed, field) => {
    const { status, body } = await alice.create(fixture.group.id, file, changed);
    expect([status, body]).toEqual([400, { [field]: [expect.any(String)] }]);
  });

  it('of a user who may not send in the room', async () => {
    const { dave } = await users(parley, 'dave');
    const stranger = new FileClient(parley, dave);
    expect(await stranger.create(fixture.group.id, file)).toMatchObject({ status: 404 });
    expect(await bob.create(fixture.channel.id, file)).toMatchObject({ status: 403 });
    expect(await new FileClient(parley, undefined).create(fixture.group.id, file)).toMatchObject({ status: 401 });
  });

  it.each([
    ['whose bytes are another type', textFile('%PDF-1.7\n', 'a.txt')],
    ['of HTML that is named text', textFile('<!DOCTYPE html><script>alert(1)</script>', 'a.txt')],
    ['of a picture that is text', { filename: 'a.png', mime_type: 'image/png', bytes: Buffer.from('not a picture') }],
  ])('after its bytes: %s, and nothing is left of it', async (_, wrong) => {
    const { body } = await alice.create(fixture.group.id, wrong);
    const answer = await alice.append(body.upload_id, 0, wrong.bytes);
    expect(answer).toMatchObject({ status: 422, body: { code: 'bytes_differ' } });
    await eventually(async () => (await alice.head(body.upload_id)).status === 404);
  });

  it('for a part beyond its size', async () => {
    const { body } = await alice.create(fixture.group.id, file);
    expect(await alice.append(body.upload_id, 0, Buffer.from('longer than it'))).toMatchObject({ status: 413 });
    expect((await alice.head(body.upload_id)).headers.get('upload-offset')).toBe('0');
  });

  it('for a request without the headers of tus', async () => {
    const { body } = await alice.create(fixture.group.id, file);
    for (const headers of [{ 'Tus-Resumable': '0.2.2' }, { 'Upload-Offset': 'x' }, { 'Content-Type': 'text/plain' }]) {
      expect(await alice.append(body.upload_id, 0, file.bytes, headers)).toMatchObject({ status: 400 });
    }
  });
});
