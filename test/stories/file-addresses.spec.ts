import { randomUUID } from 'node:crypto';

import {
  addressAt,
  expectNothing,
  expectRead,
  fileScene,
  pathOf,
  SKEW_MS,
  TEXT,
  VALID_MS,
} from '../support/file-scene.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { attachmentIn, FileClient, sendFiles, textFile } from '../support/uploads.js';

let parley: Service;

beforeAll(async () => {
  parley = await sharedService();
});

describe('an address of a file', () => {
  it('is valid for its time, and as it was made', async () => {
    const at = await fileScene(parley);
    const other = await fileScene(parley);
    const { searchParams } = new URL(at.address, 'http://x');
    const [made, signature] = [searchParams.get('at')!, searchParams.get('signature')!];
    const address = (values: Record<string, string>, id = at.id): string =>
      `/api/files/${id}?${new URLSearchParams({ at: made, signature, ...values }).toString()}`;
    await expectRead(at, address({}));
    await expectRead(at, await addressAt(at, Date.now() - VALID_MS + SKEW_MS));
    const [first] = signature;
    for (const path of [
      address({ at: String(Number(made) + 1) }),
      address({ at: `${made}.0` }),
      address({ at: ` ${made}` }),
      address({ at: '-1' }),
      address({ at: '9'.repeat(12) }),
      address({ at: '9'.repeat(400) }),
      address({ at: '' }),
      address({ signature: '' }),
      address({ signature: signature.slice(1) }),
      address({ signature: `${signature}=` }),
      address({ signature: `${first === 'A' ? 'B' : 'A'}${signature.slice(1)}` }),
      address({ signature: signature.toLowerCase() }),
      address({ signature: 'é'.repeat(43) }),
      address({}, other.id),
      `${address({})}&signature=${signature}`,
      `${address({})}&at=${made}`,
      `${pathOf(at.id)}?signature=${signature}`,
      await addressAt(at, Date.now() - VALID_MS),
      await addressAt(at, 0),
      await addressAt(at, Date.now() + 2 * SKEW_MS),
    ]) {
      await expectNothing(at, path);
    }
    // A signature that is not valid is not saved by a token.
    await expectNothing(at, address({ signature: 'x' }), at.people.bob);
    await expectRead(other, other.address);
  });
});

describe('an upload that no message shows', () => {
  it('is read and used by its author only', async () => {
    const at = await fileScene(parley);
    const { people, room, phone } = at;
    const { alice, bob } = people;
    const file = textFile(TEXT);
    const [mine, others] = [new FileClient(parley, alice), new FileClient(parley, bob)];
    const ready = await mine.upload(room.id, file);
    const { upload_id: open } = (await mine.create(room.id, file)).body;
    await expectRead(at, `/api/files/${ready}`, alice);
    await expectNothing(at, `/api/files/${ready}`, bob);
    await expectNothing(at, await addressAt({ parley, id: ready }, Date.now()));
    await expectNothing(at, `/api/files/${open}`, alice);
    for (const id of [ready, open, ready.toUpperCase(), randomUUID()]) {
      const answers = [others.head(id), others.pending(id), others.append(id, 0, file.bytes)];
      for (const answer of [...answers, others.complete(id), others.cancel(id)]) {
        expect(await answer).toMatchObject({ status: 404 });
      }
    }
    const bobDevice = await bob.connect();
    const media = [{ upload_id: ready }];
    const sent = { room_id: room.id, content: '', extra_fields: { media } };
    expect(await bobDevice.expectRefused('message.send', sent)).toMatchObject({ code: 4004 });
    // A message shows it from now on, and its author cannot change it any more.
    await sendFiles(phone, room.id, ready);
    for (const answer of [mine.append(ready, 0, file.bytes), mine.complete(ready), mine.cancel(ready)]) {
      expect(await answer).toMatchObject({ status: 404 });
    }
    await expectRead(at, `/api/files/${ready}`, bob);
  });

  it('cannot be sent after its author has lost the room', async () => {
    const at = await fileScene(parley);
    const { people, room, phone } = at;
    const id = await new FileClient(parley, people.bob).upload(room.id, textFile(TEXT));
    const bobDevice = await people.bob.connect();
    await phone.request('room.remove_members', { room_id: room.id, members: [people.bob.id] });
    const sent = { room_id: room.id, content: '', extra_fields: { media: [{ upload_id: id }] } };
    expect(await bobDevice.expectRefused('message.send', sent)).toMatchObject({ code: 4004 });
    await expectNothing(at, `/api/files/${id}`, people.carol);
  });
});

describe('names and ids of files', () => {
  it('are never paths', async () => {
    const { people, room, phone } = await fileScene(parley);
    const files = new FileClient(parley, people.alice);
    for (const name of [
      '../../../etc/passwd',
      '/etc/passwd',
      '..\\..\\x.txt',
      'a\0b.txt',
      '.',
      'CON',
      '\u202Etxt.exe',
    ]) {
      const id = await files.upload(room.id, textFile(TEXT, name));
      const attachment = attachmentIn(await sendFiles(phone, room.id, id));
      expect([name, attachment.filename]).toEqual([name, name]);
      const { headers } = await files.read(attachment.media_url);
      const disposition = headers.get('content-disposition')!;
      expect(disposition).toMatch(/^attachment; filename/);
      expect(decodeURIComponent(disposition.replace(/filename\*=UTF-8''/, ''))).not.toMatch(/[\\/\0\u202E]/);
    }
    const ids = ['%2e%2e%2f%2e%2e', '..%2f..%2fincoming', '%2fetc%2fpasswd', `${randomUUID()}%00`, 'constructor', '0'];
    for (const path of ids.flatMap((id) => [`/api/files/${id}`, `/api/uploads/${id}`])) {
      expect([path, (await files.read(path)).status]).toEqual([path, 404]);
    }
  });
});
