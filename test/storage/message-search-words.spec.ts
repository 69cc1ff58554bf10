import type { GroupChat } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { users } from '../support/people.js';
import { expectFound, sendAll, search, expectFragments } from '../support/searches.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { createGroup, connectMember, sendMessage } from '../support/messaging.js';
import type { Member } from '../support/messaging.js';

let parley: Service;
let phone: ChatClient;
let bob: Member;
let bobDevice: ChatClient;
let group: GroupChat;

beforeAll(async () => {
  parley = await sharedService();
  const { alice, bob: somebody } = await users(parley, 'alice', 'bob');
  phone = await alice.connect();
  bob = await connectMember(somebody);
  bobDevice = bob.device;
});

beforeEach(async () => {
  group = await createGroup(phone, [bob]);
});
// The next story must not find its messages.
afterEach(async () => {
  await phone.request('room.modify', { room_id: group.id, action: 'delete' });
  await bobDevice.receive('roomdelete.dispatch');
});

describe('the words of message.search', () => {
  it('match the beginnings of words if they are short', async () => {
    await sendAll(phone, group, 'an oak', 'a beech', 'cloak', 'OK?');
    await expect(expectFound(bobDevice, 'o')).resolves.toEqual(['OK?', 'an oak']);
    await expect(expectFound(bobDevice, 'oa')).resolves.toEqual(['an oak']);
    await expect(expectFound(bobDevice, 'oak')).resolves.toEqual(['an oak', 'cloak']);
    await expect(expectFound(bobDevice, 'a b')).resolves.toEqual(['a beech']);
    await expect(expectFound(bobDevice, 'ok')).resolves.toEqual(['OK?']);
  });

  it.each([
    ['Übergröße', ['ubergröße', 'UBERGRÖSSE', 'ubergrosse', 'ergro', 'U\u0308bergro\u0308ße']],
    ['naïve café', ['NAIVE', 'cafe', 'cafe\u0301', 'aïv']],
    ['Σίσυφος', ['σισυφος', 'ΣΊΣΥΦΟΣ', 'υφο']],
    ['İstanbul ılık', ['istanbul', 'ISTANBUL', 'ılık']],
    ['Ёлка', ['елка', 'ЁЛКА']],
    ['ﬁne ＡＢＣ', ['fine', 'abc', 'ａｂｃ']],
    ['我们用中文写字', ['中', '中文', '用中文写']],
    ['東京タワー', ['東', '京タ', 'ﾀﾜｰ']],
    ['한국어로 말해요', ['한', '국어', '말해']],
    ['iPhone手机很好', ['iphone手机', '手机', 'phone', '很']],
    ['हिन्दी में', ['हिन्दी', 'में']],
    ['สวัสดีครับ', ['สวัสดี', 'ครับ']],
    ['วันนี้อากาศดีมาก', ['ดี', 'อากาศ', 'มาก', 'ก']],
    ['ມື້ນີ້ອາກາດດີຫຼາຍ', ['ດີ', 'ອາກາດ']],
    ['ថ្ងៃនេះអាកាសធាតុល្អ', ['ល្អ', 'អាកាស']],
    ['ဒီနေ့ရာသီဥတုကောင်းတယ်', ['တယ်', 'ရာသီ']],
    ['བོད་ཡིག་ཀློག', ['ཡིག', 'བོད་ཡིག']],
    ['ꦄꦏ꧀ꦱꦫꦗꦮ', ['ꦗꦮ', 'ꦏ꧀ꦱ']],
    ['ใช้iPhone北京ครับ', ['ip', 'ครับ', '北', 'ใช้iphone']],
    ['שלום עולם', ['שלום', 'לום', 'שָׁלוֹם']],
    ['שָׁלוֹם', ['שלום', 'שָׁלוֹם']],
    ['كَتَبَ الدرس', ['كتب', 'كَتَب', 'الدرس']],
    ['أكل', ['اكل', 'أكل']],
    ['ܫܠܳܡܳܐ', ['ܫܠܡܐ']],
    ['Straße ŁÓDŹ', ['STRASSE', 'strasse', 'lodz', 'łódź']],
    ['Wör\u00adter\u200bbuch', ['Wörterbuch', 'terbu']],
    ['party 🎉🎉 tonight 👩‍🚀', ['party 🎉', '🎉 tonight', 'tonight']],
    ['x\u0000yell\u0001zoo', ['x yell', 'zoo', 'ell']],
  ])('match %j in every spelling of %j, with highlights', async (content, queries) => {
    await sendMessage(phone, group, content);
    for (const query of queries) {
      const { results } = await search(bobDevice, query, { room_id: group.id });
      expect([query, results.map(({ message }) => message.content)]).toEqual([query, [content]]);
      expect([query, results[0]!.fragments]).toEqual([
        query,
        [{ text: content, matches: expect.any(Array) as unknown[] }],
      ]);
      expect([query, results[0]!.fragments[0]!.matches.length]).not.toEqual([query, 0]);
    }
  });

  it('contain no wildcards: every character matches itself', async () => {
    await sendAll(
      phone,
      group,
      'one hundred',
      '100% sure',
      'snake_case',
      'snake and case',
      "it's C:\\temp",
      'snakeXcase',
    );
    await expect(expectFound(bobDevice, '100%')).resolves.toEqual(['100% sure']);
    await expect(expectFound(bobDevice, 's%e')).resolves.toEqual([]);
    await expect(expectFound(bobDevice, 'hund_ed')).resolves.toEqual([]);
    await expect(expectFound(bobDevice, 'snake_case')).resolves.toEqual(['snake and case', 'snake_case', 'snakeXcase']);
    await expect(expectFound(bobDevice, 'c:\\temp')).resolves.toEqual(["it's C:\\temp"]);
    await expect(expectFound(bobDevice, "it's")).resolves.toEqual(["it's C:\\temp"]);
  });

  it('rank messages with more whole words first, among equals the newest', async () => {
    await sendAll(phone, group, 'red wine', 'redwood, winery', 'a red winery', 'wine, red');
    await expect(expectFound(bobDevice, 'red wine')).resolves.toEqual([
      'wine, red',
      'red wine',
      'a red winery',
      'redwood, winery',
    ]);
  });

  it('are shown in fragments of a long message, as text', async () => {
    const content = `${'lorem ipsum '.repeat(100)}<b>albatross</b> ${'dolor sit '.repeat(100)}`;
    await sendMessage(phone, group, content);
    const [part, ...more] = await expectFragments(bobDevice, 'albatross');
    expect(more).toEqual([]);
    expect(part).toMatch(/^\w+ .*<b>\[albatross\]<\/b> .*\w+$/);
    expect(part!.length).toBeLessThan(200);
  });

  it('may be as many and as long as a query can have', async () => {
    await sendMessage(phone, group, 'x'.repeat(200));
    await expect(expectFound(bobDevice, 'x'.repeat(200))).resolves.toHaveLength(1);
    await expect(expectFound(bobDevice, '\u{20000}'.repeat(200))).resolves.toEqual([]);
    await expect(expectFound(bobDevice, '\ufdfa'.repeat(200))).resolves.toEqual([]);
    const letters = Array.from({ length: 8 }, (_, nr) => String.fromCodePoint(0x3b1 + nr)).join(' ');
    await expect(expectFound(bobDevice, letters)).resolves.toEqual([]);
  });

  it.each([
    [{ query: '' }, 'query', 'Must contain a letter or a digit.'],
    [{ query: 'x'.repeat(201) }, 'query', 'Must be a text of 0 to 200 characters.'],
    [{ query: 7 }, 'query', 'Must be a text of 0 to 200 characters.'],
    [{}, 'query', 'Must contain a letter or a digit.'],
    [{ query: ' % 🎉' }, 'query', 'Must contain a letter or a digit.'],
    [{ query: 'a b c d e f g h i' }, 'query', 'Must contain at most 8 words.'],
    [{ query: 'x', limit: 0 }, 'limit', 'Must be at least 1.'],
    [{ query: 'x', limit: 51 }, 'limit', 'Must be at most 50.'],
    [{ query: 'x', room_id: 'x' }, 'room_id', 'Must be a UUID.'],
    [{ query: 'x', before: 'x' }, 'before', 'Must be the next_before of a page.'],
  ])('are refused in %j', async (data, field, reason) => {
    const { code, detail } = await phone.expectRefused('message.search', data);
    expect([code, (detail as Record<string, string[]>)[field]]).toEqual([4003, expect.arrayContaining([reason])]);
  });
});
