import type { Attachment } from '@parley/protocol';

import { GroupFixture } from '../support/group-fixture.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { allReceive, ANY_ID, historyOf } from '../support/messaging.js';

const MOST = 4;
const MOST_BYTES = 8_192;

let parley: Service;
let fixture: GroupFixture;

beforeAll(async () => {
  parley = await sharedService('lowBounds');
  fixture = await GroupFixture.create(parley);
});

beforeEach(() => fixture.createRoom());
/** Every device has received what its story expects, and no more. */
afterEach(async () => {
  await expect(fixture.drain()).resolves.toEqual([]);
});

const PICTURE = { media_url: 'https://x.example/a.png', media_type: 'image', mime_type: 'image/png' };

const kinds = (group: string, names: string[]): string[] => names.map((name) => `${group}/${name}`);
const IMAGES = kinds('image', ['jpeg', 'png', 'gif', 'webp', 'bmp', 'heic']);
const SOUNDS = kinds('audio', ['mpeg', 'mp4', 'aac', 'ogg', 'wav', 'opus']);
const FILMS = kinds('video', ['mp4', 'quicktime', 'webm', 'ogg', 'x-msvideo', 'x-matroska']);
const OFFICE = ['wordprocessingml.document', 'spreadsheetml.sheet', 'presentationml.presentation'];
const DOCUMENTS = [
  ...kinds('application', ['pdf', 'msword', 'vnd.ms-excel', 'vnd.ms-powerpoint']),
  ...kinds(
    'application',
    OFFICE.map((name) => `vnd.openxmlformats-officedocument.${name}`),
  ),
  ...kinds('text', ['plain', 'csv']),
];

/** The fields of an attachment without a file of the service. */
const NO_FILE = {
  filename: null,
  state: null,
  width: null,
  height: null,
  duration: null,
  thumbnail_url: null,
  sha256: null,
};

/** Bob sends, every device receives it, and the history is the same. @returns the attachments */
const sent = async (...media: object[]): Promise<readonly Attachment[]> => {
  const { bobDevice, carolDevice, room } = fixture;
  const message = await fixture.sendAndDeliver(bobDevice, '', { media });
  await expect(historyOf(carolDevice, room).then(([newest]) => newest)).resolves.toEqual(message);
  return message.attachments;
};

const refused = async (media: unknown): Promise<object> => {
  const { code, detail } = await fixture.bobDevice.expectRefused('message.send', {
    room_id: fixture.room.id,
    content: 'x',
    extra_fields: { media },
  });
  expect(code).toBe(4003);
  return detail as object;
};

describe('attachments', () => {
  it('are in the message in the order sent, each with an id of its own', async () => {
    const media = Array.from({ length: MOST }, (_, at) => ({
      ...PICTURE,
      media_url: `http://localhost:9000/${String(at)}.png?x=1#y`,
      file_size: at * 1_000_000_000_000,
      caption: `number ${String(at)}`,
      metadata: { at },
    }));
    const attachments = await sent(...media);
    expect(attachments).toEqual(media.map((each) => ({ ...each, ...NO_FILE, id: ANY_ID })));
    expect(new Set(attachments.map(({ id }) => id)).size).toBe(MOST);
  });

  it('need only a URL, a media type and a MIME type', async () => {
    const empty = { ...NO_FILE, id: ANY_ID, file_size: 0, caption: '', metadata: {} };
    await expect(sent(PICTURE)).resolves.toEqual([{ ...PICTURE, ...empty }]);
    await expect(sent({ ...PICTURE, caption: null, metadata: null })).resolves.toEqual([{ ...PICTURE, ...empty }]);
  });

  it('keep caption and metadata exactly', async () => {
    const caption = '\u0000 \u00010 🦜 \u202eשלום <b>';
    const metadata = {
      '': '',
      'key \u0000 🦜': ['\u0000', { '\u0001': '\u00010' }],
      numbers: [0, -1.5, 1e20, 1e-19, 9007199254740991],
      others: [true, null, {}, []],
      constructor: { prototype: 1 },
    };
    await expect(sent({ ...PICTURE, caption, metadata })).resolves.toMatchObject([{ caption, metadata }]);
    const own = JSON.parse('{"__proto__": {"x": 1}}') as object;
    const [attachment] = await sent({ ...PICTURE, metadata: own });
    expect(JSON.stringify(attachment?.metadata)).toBe(JSON.stringify(own));
  });

  it.each([
    ['image', IMAGES],
    ['audio', SOUNDS],
    ['video', FILMS],
    ['file', [...DOCUMENTS, ...IMAGES, ...SOUNDS, ...FILMS]],
  ])('of type %s accept only the MIME types of that type', async (media_type, mimeTypes) => {
    for (let at = 0; at < mimeTypes.length; at += MOST) {
      const media = mimeTypes.slice(at, at + MOST).map((mime_type) => ({ ...PICTURE, media_type, mime_type }));
      await expect(sent(...media)).resolves.toMatchObject(media);
    }
    const others = [...IMAGES, ...SOUNDS, ...FILMS, ...DOCUMENTS].filter((mimeType) => !mimeTypes.includes(mimeType));
    for (const mime_type of [...others, 'text/html', 'image/svg+xml', 'IMAGE/PNG', '', null, 7, undefined]) {
      const detail = await refused([{ ...PICTURE, media_type, mime_type }]);
      expect([mime_type, Object.keys(detail)]).toEqual([mime_type, ['extra_fields.media.0.mime_type']]);
    }
  });

  it('may have URLs with an upper-case scheme and host', async () => {
    const media_url = 'HTTPS://X.EXAMPLE/A.PNG';
    await expect(sent({ ...PICTURE, media_url })).resolves.toMatchObject([{ media_url }]);
  });

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'ftp://x.example/a',
    'file:///etc/passwd',
    '//x.example/a',
    'x.example/a',
    '/a.png',
    'https://',
    'https:// x.example',
    'https://x.example/\u0000',
    '',
    `https://x.example/${'x'.repeat(2_048)}`,
    null,
    7,
    undefined,
    ['https://x.example/a'],
    {},
  ])('are refused with the URL %j', async (media_url) => {
    const detail = await refused([{ ...PICTURE, media_url }]);
    expect(Object.keys(detail)).toEqual(['extra_fields.media.0.media_url']);
  });

  it.each([
    ['media_type', ['', 'picture', 'IMAGE', 'constructor', null, 7, undefined, ['image']]],
    ['file_size', [-1, 1.5, '1', 2 ** 53, null, true]],
    ['caption', ['x'.repeat(2_001), 7, ['x'], {}]],
    ['metadata', ['x', 7, [], ['x'], { x: 'x'.repeat(MOST_BYTES) }]],
  ])('are refused with an invalid %s', async (field, values) => {
    for (const value of values) {
      const detail = await refused([PICTURE, { ...PICTURE, [field]: value }]);
      expect([value, Object.keys(detail)]).toEqual([value, [`extra_fields.media.1.${field}`]]);
    }
  });

  it('accept metadata up to the limit, counted in bytes', async () => {
    const filled = (size: number): object => ({ x: '🦜'.repeat((size - '{"x":""}'.length) / 4) });
    await expect(sent({ ...PICTURE, metadata: filled(MOST_BYTES) })).resolves.toHaveLength(1);
    await refused([{ ...PICTURE, metadata: filled(MOST_BYTES + 4) }]);
  });

  it('are refused above the limit of attachments in one message', async () => {
    const detail = await refused(Array.from({ length: MOST + 1 }, () => PICTURE));
    expect(Object.keys(detail)).toEqual(['extra_fields.media']);
  });

  it('are refused with an id or any other unknown field', async () => {
    for (const key of ['id', 'position', 'message_id', 'room_id', 'constructor', 'x']) {
      const detail = await refused([{ ...PICTURE, [key]: ANY_ID }]);
      expect(detail).toEqual({ 'extra_fields.media': [expect.stringContaining(key)] });
    }
  });

  it('are refused unless they are a list of objects', async () => {
    for (const media of ['x', 7, true, PICTURE, ['x'], [7], [null], [[PICTURE]], [PICTURE, null]]) {
      const detail = await refused(media);
      expect([media, Object.keys(detail)[0]]).toEqual([media, expect.stringMatching(/^extra_fields\.media/)]);
    }
  });

  it('leave no message behind if they are refused', async () => {
    const { bobDevice, phone, room } = fixture;
    const before = await fixture.sendAndDeliver(phone, 'before');
    await refused([PICTURE, { ...PICTURE, mime_type: 'text/html' }]);
    await refused([PICTURE, { ...PICTURE, metadata: { x: 'x'.repeat(MOST_BYTES) } }]);
    const after = await fixture.sendAndDeliver(bobDevice, 'after', { media: [PICTURE] });
    expect(after.seq).toBe(before.seq + 1);
    await expect(historyOf(phone, room)).resolves.toEqual([after, before]);
  });

  it('may stand without text; a message without both is refused', async () => {
    const { bobDevice, room } = fixture;
    for (const media of [[], null, undefined]) {
      const send = { room_id: room.id, content: '', extra_fields: { media } };
      await expect(bobDevice.expectRefused('message.send', send)).resolves.toMatchObject({
        code: 4003,
        detail: { content: [expect.any(String)] },
      });
    }
    await bobDevice.request('message.send', { room_id: room.id, content: '', extra_fields: { media: [PICTURE] } });
    await allReceive(fixture.allExcept(bobDevice), 'message.dispatch');
  });
});
