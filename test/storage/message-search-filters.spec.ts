import type { Message, MessagePart, SearchPage } from '@parley/protocol';
import fc from 'fast-check';

import type { ChatClient } from '../support/chat-client.js';
import { historyOf } from '../support/messaging.js';
import { createRoomsFixture } from '../support/rooms-fixture.js';
import type { RoomsFixture } from '../support/rooms-fixture.js';
import { sampled } from '../support/sample.js';
import { expectFound, search } from '../support/searches.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

const PARTS = ['link', 'file', 'image', 'poll', 'pin'] as const;
const WORDS = ['heron', 'ibis', 'stork'];
const MESSAGES = 60;

interface Filters {
  readonly query?: string;
  readonly room_id?: string;
  readonly from_user_id?: number;
  readonly since?: string;
  readonly until?: string;
  readonly has?: readonly MessagePart[];
}

const attachment = (kind: 'audio' | 'image'): object => ({
  media_url: `https://x.example/${kind}`,
  media_type: kind,
  mime_type: `${kind}/${kind === 'audio' ? 'ogg' : 'png'}`,
});

const EXTRAS: readonly object[] = [
  {},
  { media: [attachment('image')] },
  { media: [attachment('audio')] },
  { media: [attachment('audio'), attachment('image')] },
  { poll: { options: ['yes', 'no'] } },
];
const LINKS = ['', '', 'see https://x.example', 'HTTP://x.example', 'not http: nor ftp://x.example'];

let parley: Service;
let fixture: RoomsFixture;
let newestFirst: readonly Message[];

/** Sends messages that differ in all that filters look at, and pins, edits and deletes some. */
async function fill({ phone, bobDevice, carolDevice, group, channel, chat }: RoomsFixture): Promise<void> {
  const at = <Item>(items: readonly Item[], nr: number, stride: number): Item =>
    items[Math.floor(nr / stride) % items.length]!;
  for (let nr = 0; nr < MESSAGES; nr += 1) {
    const room = at([group, group, channel, chat], nr, 1);
    const device = at<ChatClient>(room === group ? [phone, bobDevice, carolDevice] : [phone], nr, 2);
    const content = `${at(WORDS, nr, 3)} ${at(WORDS, nr, 1)} ${at(LINKS, nr, 1)}`;
    const sent = await device.request('message.send', {
      room_id: room.id,
      content,
      extra_fields: at(EXTRAS, nr, 2),
    });
    const message_id = sent.data.id;
    if (nr % 7 === 3) await phone.request('message.pin', { message_id, pinned: true });
    if (nr % 11 === 5) await phone.request('message.modify', { action: 'delete', message_id });
  }
}

beforeAll(async () => {
  parley = await sharedService();
  fixture = await createRoomsFixture(parley);
  await fill(fixture);
  const { bobDevice, group, channel, chat } = fixture;
  const histories = await Promise.all([group, channel, chat].map((room) => historyOf(bobDevice, room)));
  newestFirst = histories.flat().toSorted((one, other) => (one.id < other.id ? 1 : -1));
});
afterAll(() =>
  Promise.all(
    [fixture.phone, fixture.laptop, fixture.bobDevice, fixture.carolDevice, fixture.outsiderDevice].map((device) =>
      device.close(),
    ),
  ),
);

const HAS: Readonly<Record<MessagePart, (message: Message) => boolean>> = {
  link: ({ content }) => /https?:\/\//i.test(content),
  file: ({ attachments }) => attachments.length > 0,
  image: ({ attachments }) => attachments.some(({ media_type }) => media_type === 'image'),
  poll: ({ poll }) => poll !== null,
  pin: ({ pinned }) => pinned !== null,
};

/** By filter, whether a message matches its value. */
const MATCHES: {
  readonly [Name in keyof Filters]-?: (message: Message, value: NonNullable<Filters[Name]>) => boolean;
} = {
  query: ({ content }, query) => query.split(' ').every((word) => content.includes(word)),
  room_id: ({ room }, id) => room.id === id,
  from_user_id: ({ sender }, id) => sender.id === id,
  since: ({ created_at }, since) => created_at >= since,
  until: ({ created_at }, until) => created_at < until,
  has: (message, parts) => parts.every((part) => HAS[part](message)),
};

const matches = (message: Message, filters: Filters): boolean =>
  (Object.keys(filters) as (keyof Filters)[]).every((name) => MATCHES[name](message, filters[name] as never));

async function foundIn(device: ChatClient, filters: Filters, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let before: string | null | undefined;
  while (before !== null) {
    const page: SearchPage = (await device.request('message.search', { ...filters, limit, before })).data;
    ids.push(...page.results.map(({ message }) => message.id));
    before = page.next_before;
  }
  return ids;
}

/** Any filters that are accepted. */
function anyFilters(): fc.Arbitrary<Filters> {
  const { alice, bob, carol, group, channel, chat } = fixture;
  const time = fc.constantFrom(...newestFirst.map(({ created_at }) => created_at));
  return fc
    .record(
      {
        query: fc.constantFrom(...WORDS, 'heron ibis'),
        room_id: fc.constantFrom(...[group, channel, chat].map(({ id }) => id)),
        from_user_id: fc.constantFrom(alice.id, bob.id, carol.id),
        since: time,
        until: time,
        has: fc.uniqueArray(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 2 }),
      },
      { requiredKeys: [] },
    )
    .filter(({ query, from_user_id, has }) => query !== undefined || from_user_id !== undefined || has !== undefined);
}

describe('the filters of message.search', () => {
  it('find the same messages as a filter of the whole history, newest first, on pages of any size', async () => {
    await fc.assert(
      fc.asyncProperty(anyFilters(), fc.integer({ min: 2, max: 50 }), async (filters, limit) => {
        const expected = newestFirst.filter((message) => matches(message, filters)).map(({ id }) => id);
        expect(await foundIn(fixture.bobDevice, filters, limit)).toEqual(expected);
      }),
      { numRuns: sampled(200) },
    );
  });

  it.each(PARTS)('find messages by has: [%j] alone, in the rooms of the requester only', async (part) => {
    const { bobDevice, carolDevice, outsiderDevice, chat } = fixture;
    const having = newestFirst.filter(HAS[part]);
    expect(having.length).toBeGreaterThan(2);
    const ids = (messages: readonly Message[]) => messages.map(({ id }) => id);
    await expect(foundIn(bobDevice, { has: [part] }, 50)).resolves.toEqual(ids(having));
    const carols = ids(having.filter(({ room }) => room.id !== chat.id));
    await expect(foundIn(carolDevice, { query: '', has: [part] }, 50)).resolves.toEqual(carols);
    await expect(foundIn(outsiderDevice, { has: [part] }, 50)).resolves.toEqual([]);
    const elsewhere = { room_id: chat.id, has: [part] };
    await expect(carolDevice.expectRefused('message.search', elsewhere)).resolves.toMatchObject({ code: 4004 });
  });

  it('return the beginning of each content as its only fragment, if there are no words', async () => {
    const { results } = await search(fixture.bobDevice, '', { from_user_id: fixture.carol.id, limit: 1 });
    const [{ message, fragments }] = results as [SearchPage['results'][number]];
    expect(fragments).toEqual([{ text: message.content, matches: [] }]);
  });

  it('find nothing in a chat before the user deleted it', async () => {
    const there = await createRoomsFixture(parley);
    const extra_fields = { media: [attachment('image')] };
    const send = (content: string) =>
      there.bobDevice.request('message.send', { room_id: there.chat.id, content, extra_fields });
    await send('an old crane');
    await there.phone.request('room.modify', { room_id: there.chat.id, action: 'delete' });
    await send('a new crane');
    for (const filters of [{ from_user_id: there.bob.id }, { has: ['image'] }, { has: ['file'], query: 'crane' }]) {
      await expect(expectFound(there.phone, '', filters)).resolves.toEqual(['a new crane']);
    }
  });

  it.each<[string, object, object]>([
    ['no words', {}, { query: ['Must contain a letter or a digit.'] }],
    ['times without words', { query: '', since: '2026-11-02T00:00:00Z' }, { query: [expect.any(String)] }],
    ['an empty list', { has: [] }, { query: [expect.any(String)] }],
    ['words without letters', { query: '!', has: ['poll'] }, { query: ['Must contain a letter or a digit.'] }],
    [
      'an unknown part',
      { has: ['reaction'] },
      { has: ['Must be a list of link, file, image, poll, pin, each at most once.'] },
    ],
    ['a part twice', { has: ['poll', 'poll'] }, { has: [expect.any(String)] }],
    ['a text for a part', { has: 'poll' }, { has: [expect.any(String)] }],
    ['a date without a time', { query: 'x', until: '2026-11-02' }, { until: [expect.any(String)] }],
    ['a username', { from_user_id: 'alice' }, { from_user_id: [expect.any(String)] }],
  ])('refuse %s', async (_, data, detail) => {
    const refused = fixture.bobDevice.expectRefused('message.search', data);
    await expect(refused).resolves.toMatchObject({ code: 4003, detail });
  });

  it('accept the first and the last year, and a user who does not exist', async () => {
    const ever = { since: '0000-01-01T00:00:00+14:00', until: '9999-12-31T23:59:59-12:00' };
    await expect(expectFound(fixture.bobDevice, 'heron', { ...ever, limit: 1 })).resolves.toHaveLength(1);
    await expect(expectFound(fixture.bobDevice, '', { from_user_id: 2_147_483_647 })).resolves.toEqual([]);
  });
});
