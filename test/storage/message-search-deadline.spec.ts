import type { ChatClient } from '../support/chat-client.js';
import { createGroup } from '../support/messaging.js';
import { users } from '../support/people.js';
import { expectFound, sendAll } from '../support/searches.js';
import { Service } from '../support/service.js';

/** One of them is not ASCII, which makes the searched form of a text more expensive. */
const LETTERS = ['ä', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const LONGEST = 10_000;
const MESSAGES = 100;

let parley: Service;
let phone: ChatClient;

beforeAll(async () => {
  parley = await Service.start({ SEARCH_SECONDS: '1' });
  const { alice } = await users(parley, 'alice');
  phone = await alice.connect();
});
afterAll(async () => {
  await phone.close();
  await parley.stop();
});

/** A text of the largest length, in which every word of three of the letters occurs. */
function everyWord(salt: number): string {
  const words = LETTERS.flatMap((a) => LETTERS.flatMap((b) => LETTERS.map((c) => a + b + c)));
  const text = words.map((word, at) => words[(at * 7 + salt) % words.length] ?? word).join(' ');
  return text.repeat(Math.ceil(LONGEST / text.length)).slice(0, LONGEST);
}

describe('a search that takes longer than SEARCH_SECONDS', () => {
  it('is refused, and its connection to the database serves the next statement', async () => {
    const room = await createGroup(phone, []);
    await sendAll(phone, room, ...Array.from({ length: MESSAGES }, (_, at) => everyWord(at)));
    const refused = await phone.expectRefused('message.search', { query: 'äbc bcd cde def efg fgh ghä häb' });
    expect(refused).toMatchObject({ code: 4003, detail: { query: [expect.stringContaining('too much') as string] } });
    const other = await createGroup(phone, []);
    await sendAll(phone, other, everyWord(0));
    // On a busy machine a search may take longer again.
    const inOther = (): Promise<unknown> => expectFound(phone, 'äbc bcd', { room_id: other.id }).catch(String);
    await expect.poll(inOther).toEqual([everyWord(0)]);
    await sendAll(phone, room, 'a sturgeon');
    await expect.poll(() => expectFound(phone, 'sturgeon').catch(String)).toEqual(['a sturgeon']);
  });
});
