import type { Attachment, Message } from '@parley/protocol';

import type { ChatClient } from '../../support/chat-client.js';
import { AVATAR_ADDRESS, photograph, uploadIdOf } from '../../support/avatars.js';
import { ClientState, syncInto } from '../../support/client-state.js';
import { connected } from '../../support/database.js';
import { eventually } from '../../support/eventually.js';
import { expectNothing } from '../../support/file-scene.js';
import { GroupFixture } from '../../support/group-fixture.js';
import { violatedInvariants } from '../../support/invariants.js';
import { allReceive, historyOf } from '../../support/messaging.js';
import { PageServer } from '../../support/page-server.js';
import { Service } from '../../support/service.js';
import { PROFILES } from '../../support/shared-services.js';
import { SIGNATURE, StandInClamd, VIRUS } from '../../support/stand-in-clamd.js';
import { isStored } from '../../support/stored-files.js';
import { attachmentIn, FileClient, sendFiles, textFile } from '../../support/uploads.js';

/** The scans of a node at a time. */
const AT_ONCE = 4;

let clamd: StandInClamd;
let pages: PageServer;
let parley: Service;
let fixture: GroupFixture;

beforeAll(async () => {
  [clamd, pages] = await Promise.all([StandInClamd.start(), PageServer.start()]);
  parley = await Service.start({ ...PROFILES.links, CLAMD_ADDRESS: clamd.address });
  fixture = await GroupFixture.create(parley);
});
beforeEach(async () => {
  clamd.scanned.length = 0;
  clamd.fault = undefined;
  await fixture.createRoom();
});
/** Every device has received what its story expects, and no more. */
afterEach(async () => {
  await expect(fixture.drain()).resolves.toEqual([]);
});
afterAll(async () => {
  const database = await connected(parley.serviceData);
  await expect(violatedInvariants(database)).resolves.toEqual({});
  await database.end();
  await parley.stop();
  await Promise.all([clamd.close(), pages.stop()]);
});

const alice = (): FileClient => new FileClient(parley, fixture.alice);

const stateOf = async (id: string): Promise<string> => (await alice().pending(id)).body.state;

/** Uploads a file of Alice whose scan is held. */
async function uploadHeld(text: string): Promise<{ readonly id: string; readonly release: () => void }> {
  const release = clamd.hold();
  const id = await alice().upload(fixture.room.id, textFile(text));
  return { id, release };
}

async function uploadScanned(text: string, state: string): Promise<string> {
  const id = await alice().upload(fixture.room.id, textFile(text));
  await eventually(async () => (await stateOf(id)) === state);
  return id;
}

/** Alice's phone sends files, which every other device receives. */
async function sends(...ids: string[]): Promise<Message> {
  const message = await sendFiles(fixture.phone, fixture.room.id, ...ids);
  const received = await allReceive(fixture.allExcept(fixture.phone), 'message.dispatch');
  expect(received.data.attachments.map(({ id, state }) => [id, state])).toEqual(
    message.attachments.map(({ id, state }) => [id, state]),
  );
  return message;
}

const allDevices = (): ChatClient[] => [fixture.phone, ...fixture.allExcept(fixture.phone)];

async function attachmentOf(device: ChatClient, { id }: Message): Promise<Attachment> {
  return attachmentIn((await historyOf(device, fixture.room)).find((message) => message.id === id)!);
}

/** Nobody reads the file, by its address or with a token, in any form of a request. */
async function isUnreadable({ id, media_url: address }: Attachment): Promise<void> {
  const scene = { parley, people: { dave: fixture.carol } };
  await expectNothing(scene, address);
  for (const user of [fixture.alice, fixture.bob]) await expectNothing(scene, `/api/files/${id}`, user);
}

describe('a file of a deployment with a scanner', () => {
  it('can be sent before its scan, is read by nobody until then, and by the members afterwards', async () => {
    const { id, release } = await uploadHeld('minutes of the meeting');
    await expect(stateOf(id)).resolves.toBe('pending');
    await expect(alice().head(id)).resolves.toMatchObject({ status: 200 });
    const message = await sends(id);
    const pending = attachmentIn(message);
    expect(pending).toMatchObject({ id, state: 'pending', filename: 'notes.txt', file_size: 22 });
    await isUnreadable(pending);
    release();
    const { data, seq, room_id } = await allReceive(allDevices(), 'attachment.dispatch');
    expect([seq, room_id, data.message_id]).toEqual([message.seq + 1, fixture.room.id, message.id]);
    const { media_url: address } = data.attachment;
    expect(data.attachment).toEqual({ ...pending, state: 'ready', media_url: address });
    for (const path of [pending.media_url, address]) {
      const { status, body } = await new FileClient(parley, undefined).read(path);
      expect([status, body.toString()]).toEqual([200, 'minutes of the meeting']);
    }
    await expect(attachmentOf(fixture.bobDevice, message)).resolves.toMatchObject({ id, state: 'ready' });
    expect(clamd.scanned).toEqual(['minutes of the meeting']);
  });

  it('is ready when it is sent, if its scan ends before', async () => {
    const id = await uploadScanned('ready', 'ready');
    expect(attachmentIn(await sends(id))).toMatchObject({ state: 'ready' });
  });

  it('is blocked if the scanner finds something, and its bytes are deleted', async () => {
    const { id, release } = await uploadHeld(`a ${VIRUS}`);
    const message = await sends(id);
    release();
    const { data } = await allReceive(allDevices(), 'attachment.dispatch');
    expect(data).toMatchObject({ message_id: message.id, attachment: { id, state: 'blocked', thumbnail_url: null } });
    expect(data.attachment.media_url).toBe('');
    await isUnreadable(attachmentIn(message));
    await expect(attachmentOf(fixture.bobDevice, message)).resolves.toEqual(data.attachment);
    await eventually(() => !isStored(parley.serviceData, id));
    const blocked = (await parley.parley('files', 'list', '--state', 'blocked', '--json')) as { id: string }[];
    expect(blocked.find((file) => file.id === id)).toMatchObject({ state: 'blocked', signature: SIGNATURE });
  });

  it('is refused in a message once it is blocked, and takes one block of the quota', async () => {
    const id = await uploadScanned(`${VIRUS} ${'x'.repeat(10_000)}`, 'blocked');
    const send = { room_id: fixture.room.id, content: '', extra_fields: { media: [{ upload_id: id }] } };
    await expect(fixture.phone.expectRefused('message.send', send)).resolves.toMatchObject({
      code: 4005,
      detail: 'The scanner has blocked the file.',
    });
    const database = await connected(parley.serviceData);
    await eventually(async () => {
      const { rowCount } = await database.query('SELECT FROM uploads WHERE id = $1 AND charged_bytes = 4096', [id]);
      return rowCount === 1;
    });
    await database.end();
  });

  it('is ready on a device that has missed the verdict, and in a forward of its message', async () => {
    const { id, release } = await uploadHeld('minutes');
    const message = await sends(id);
    const extra_fields = { forwarded_from_id: message.id };
    const { data: forward } = await fixture.phone.request('message.send', {
      room_id: fixture.room.id,
      content: '',
      extra_fields,
    });
    await allReceive(fixture.allExcept(fixture.phone), 'message.dispatch');
    expect(attachmentIn(forward.forwarded_from!)).toMatchObject({ id, state: 'pending' });
    const copy = new ClientState();
    await syncInto(fixture.bobDevice, copy);
    const before = copy.syncRequest();
    release();
    await allReceive(allDevices(), 'attachment.dispatch');
    expect(before.rooms[fixture.room.id]).toBe(forward.seq);
    const [page] = await syncInto(fixture.bobDevice, copy);
    const changed = page!.rooms.find(({ room_id }) => room_id === fixture.room.id) as { messages: readonly Message[] };
    expect(changed.messages.map((each) => each.id).sort()).toEqual([message.id, forward.id].sort());
    const shown = changed.messages.map((each) => attachmentIn(each.forwarded_from ?? each).state);
    expect(shown).toEqual(['ready', 'ready']);
  });

  it('has the same state on a device that was notified and on one that reads the room anew, wherever it is shown', async () => {
    const copy = await ClientState.create(fixture.bobDevice);
    const release = clamd.hold();
    const ids = [];
    for (const text of ['minutes', `a ${VIRUS}`]) ids.push(await alice().upload(fixture.room.id, textFile(text)));
    const { id } = await sendFiles(fixture.phone, fixture.room.id, ...ids);
    for (const extra_fields of [{ parent_message_id: id }, { forwarded_from_id: id }])
      await fixture.phone.request('message.send', { room_id: fixture.room.id, content: 'again', extra_fields });
    release();
    await fixture.phone.receive('attachment.dispatch');
    const { seq } = await fixture.phone.receive('attachment.dispatch');
    await copy.receiveUntil(fixture.bobDevice, fixture.room.id, seq!);
    const messages = copy.messages().filter(({ room }) => room.id === fixture.room.id);
    const shown = messages.map((each) => each.forwarded_from ?? each.parent_message ?? each);
    const states = shown.map(({ attachments }) => attachments.map(({ state }) => state));
    expect(states).toEqual(Array.from({ length: 3 }, () => ['ready', 'blocked']));
    expect(copy.view()).toEqual((await ClientState.create(fixture.bobDevice)).view(copy));
    for (const device of [fixture.laptop, fixture.carolDevice]) {
      for (let count = 0; count < 3; count += 1) await device.receive('message.dispatch');
      for (let count = 0; count < 2; count += 1) await device.receive('attachment.dispatch');
    }
  });

  it('does not delay the file of another user, however many there are', async () => {
    const release = clamd.hold();
    const atOnce = AT_ONCE * parley.size;
    const texts = Array.from({ length: 3 * atOnce }, (_, at) => `file ${String(at)}`);
    for (const text of texts) await alice().upload(fixture.room.id, textFile(text));
    await new FileClient(parley, fixture.bob).upload(fixture.room.id, textFile('a file of Bob'));
    release();
    await eventually(() => clamd.scanned.length === texts.length + 1);
    // So many of Alice's files are being scanned when Bob's arrives.
    expect(clamd.scanned.indexOf('a file of Bob')).toBeLessThan(2 * atOnce);
  });

  it('is taken as an avatar after its scan only, unless it is blocked', async () => {
    const takes = { avatar_upload_id: '' };
    const refused = async () => (await fixture.phone.expectRefused('user.update', takes)).detail;
    const release = clamd.hold();
    takes.avatar_upload_id = await alice().uploadAvatar(null, await photograph());
    await expect(refused()).resolves.toBe('The upload is not ready: its bytes are incomplete or being checked.');
    release();
    await eventually(async () => (await stateOf(takes.avatar_upload_id)) === 'ready');
    const { data } = await fixture.phone.request('user.update', takes);
    expect(data.user.avatar).toMatch(AVATAR_ADDRESS);
    expect(uploadIdOf(data.user.avatar)).toBe(takes.avatar_upload_id);
    await Promise.all(fixture.allExcept(fixture.phone).map((device) => device.receive('userupdate.dispatch')));

    clamd.fault = 'finds something in every file';
    takes.avatar_upload_id = await alice().uploadAvatar(null, await photograph());
    await eventually(async () => (await stateOf(takes.avatar_upload_id)) === 'blocked');
    await expect(refused()).resolves.toBe('The scanner has blocked the file.');
  });

  it('that is deleted while it waits leaves nothing', async () => {
    const { id, release } = await uploadHeld('forget me');
    const message = await sends(id);
    await fixture.phone.request('message.modify', { action: 'delete', message_id: [message.id] });
    await allReceive(fixture.allExcept(fixture.phone), 'messagemodification.dispatch');
    release();
    const database = await connected(parley.serviceData);
    await eventually(async () => (await database.query('SELECT FROM uploads WHERE id = $1', [id])).rowCount === 0);
    await database.end();
    expect(isStored(parley.serviceData, id)).toBe(false);
  });

  it('of another host is scanned before it is kept', async () => {
    const { bytes } = await photograph();
    const read = async (name: string): Promise<number> => {
      const url = encodeURIComponent(pages.serves(`/${name}.png`, bytes, 'image/png'));
      return (await alice().read(`/api/images/?url=${url}`)).status;
    };
    await expect(read('clean')).resolves.toBe(200);
    expect(clamd.scanned).toHaveLength(1);
    clamd.fault = 'finds something in every file';
    await expect(read('infected')).resolves.toBe(415);
    clamd.fault = 'closes at once';
    await expect(read('unknown')).resolves.toBe(503);
    clamd.fault = undefined;
    // A verdict is remembered, and an outage is not.
    await expect(read('infected')).resolves.toBe(415);
    await expect(read('unknown')).resolves.toBe(200);
  });
});
