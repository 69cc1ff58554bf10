import { Readable } from 'node:stream';

import { Refusal } from '@parley/protocol';

import { NewUserRules } from './new-user-rules.js';
import { UserList, usersFromCsv } from './users-csv.js';

const rules = await new NewUserRules({ minPasswordLength: 8 }).load({ force: false });

async function listed(file: string | Buffer, taken: string[] = [], present: string[] = []): Promise<UserList> {
  const list = new UserList(rules);
  for await (const record of usersFromCsv(Readable.from([Buffer.from(file)]))) list.add(record);
  list.refuse(new Set(taken), new Map(present.map((name) => [rules.skeletonOf(name) ?? '', name])));
  return list;
}

async function users(file: string | Buffer): Promise<object[]> {
  return (await listed(file)).faultless().map(({ user }) => user);
}

/** The lines of the error text for the file. */
async function faults(file: string | Buffer, taken: string[] = [], present: string[] = []): Promise<string[]> {
  const refused: unknown = await listed(file, taken, present)
    .then((list) => list.faultless())
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refusal);
  return (refused as Refusal).message.split('\n');
}

describe('a CSV file of users', () => {
  it('may have its columns in any order', async () => {
    const file = 'last_name,username,email,first_name,password\nLiddell,alice,a@example.com,Alice,a secret\n';
    const alice = {
      username: 'alice',
      password: 'a secret',
      email: 'a@example.com',
      firstName: 'Alice',
      lastName: 'Liddell',
    };
    expect(await users(file)).toEqual([alice]);
  });

  it('may omit columns and leave fields empty', async () => {
    expect(await users('username,password\nalice,\nbob,a secret\n')).toMatchObject([
      { username: 'alice', password: undefined },
      { username: 'bob', password: 'a secret' },
    ]);
  });

  it('may have quotes, line breaks of either kind, empty lines and a byte order mark', async () => {
    const file = '\uFEFFusername,last_name\r\n"alice","Liddell, ""A."""\r\n\r\nbob,\r\n';
    expect(await users(file)).toMatchObject([{ username: 'alice', lastName: 'Liddell, "A."' }, { username: 'bob' }]);
  });

  it('may arrive in chunks that split a character', async () => {
    const bytes = Buffer.from('username\nмария\n');
    const pieces = Readable.from(Array.from(bytes, (byte) => Buffer.of(byte)));
    const list = new UserList(rules);
    for await (const record of usersFromCsv(pieces)) list.add(record);
    expect(list.keys()).toEqual(['мария']);
  });

  it('is refused completely, with the faults of every line', async () => {
    const file = 'username,email\nalice,\nbad name,nobody\nbob,b@example.com,x\nALICE,\ncarol,\n';
    expect(await faults(file, ['carol'])).toEqual([
      'Nothing was imported, because of these lines:',
      '  line 3: username: A username may contain only letters, digits and @ . + - _',
      '  line 3: email: Enter a valid email address.',
      '  line 4: 3 fields where the header has 2.',
      '  line 5: username: ALICE is on line 2 too.',
      '  line 6: username: carol is taken.',
    ]);
  });

  it('is refused completely if a password is weak or a username looks like another', async () => {
    const file = 'username,password\nalice,1\nbob,password\nm\u0430x,\ncarol,\ncaro1,\n';
    expect(await faults(file, [], ['alice2', 'dave', 'b0b'])).toEqual([
      'Nothing was imported, because of these lines:',
      '  line 2: password: Ensure this field has at least 8 characters.',
      '  line 3: password: This password is too common.',
      '  line 4: username: A username may not mix letters of several scripts.',
      '  line 6: username: caro1 looks like carol on line 5.',
    ]);
    expect(await faults('username\nalice\nbob\n', [], ['b0b'])).toEqual([
      'Nothing was imported, because of these lines:',
      '  line 3: username: bob looks like b0b.',
    ]);
  });

  it('is read up to the first quote that does not match', async () => {
    expect(await faults('username\nbad name\n"bob"by\n"carol\n')).toEqual([
      'Nothing was imported, because of these lines:',
      '  line 2: username: A username may contain only letters, digits and @ . + - _',
      '  line 3: from here on, quotes do not match.',
    ]);
  });

  it.each([
    ['', 'The file is empty: its first line must name the columns.'],
    ['"username\n', 'The quotes of the header do not match.'],
    ['email\n', 'The header names no column username.'],
    ['username,username\n', 'The header names a column twice.'],
    [
      'username,is_admin\n',
      'The header names "is_admin"; known columns are username, password, email, first_name, last_name.',
    ],
    [Buffer.from('username\nJos\xE9\n', 'latin1'), 'The file is not text in UTF-8.'],
  ])('is refused if its header or encoding is invalid (%#)', async (file, sentence) => {
    expect(await faults(file)).toEqual([sentence]);
  });
});
