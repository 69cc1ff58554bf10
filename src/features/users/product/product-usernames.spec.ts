import { usernameFault } from '../username.js';
import { usernamesFrom } from './product-usernames.js';

it.each([
  ['cust_17', 'cust_17'],
  ['cust:9', 'cust-9'],
  ['42', 'user-42'],
  ['..', 'user-..'],
  ['deleted-7', 'user-deleted-7'],
  ['a b/c', 'a-b-c'],
  ['Ünal', 'Ünal'],
  ['x'.repeat(200), 'x'.repeat(100)],
])('the id %j becomes the username %j', (id, username) => expect(usernamesFrom(id)[0]).toBe(username));

it.each(['a', '🎉', ' ', 'x'.repeat(200), '\u{1f9d1}'.repeat(200), 'ﷺ'.repeat(200)])(
  'all usernames of the id %j are valid and different',
  (id) => {
    const names = usernamesFrom(id);
    expect(names.map(usernameFault)).toEqual(names.map(() => undefined));
    expect(new Set(names).size).toBe(4);
  },
);

it('ids with the same readable form differ by their hashes', () =>
  expect(usernamesFrom('cust:9')[1]).not.toBe(usernamesFrom('cust/9')[1]));
