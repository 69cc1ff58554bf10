import type { SourceUser } from '../source/source-rows.js';
import { canKeepId, importedUser, namesOf } from './user.rules.js';

const USER: SourceUser = {
  id: 7,
  username: 'ada',
  password: '!nobody knows',
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@mail.example',
  is_active: true,
  date_joined: new Date(0),
};

describe('an imported user', () => {
  it.each([
    ['ada', ['ada', 'ada_7', 'user_7']],
    ['two words', ['user_7']],
    ['', ['_7', 'user_7']],
    ['deleted-3', ['deleted-3_7', 'user_7']],
    ['x'.repeat(150), ['x'.repeat(150), 'user_7']],
  ])('can have these usernames, the best first: %s', (username, names) => {
    expect(namesOf({ ...USER, username })).toEqual(names);
  });

  it('is copied unchanged if it is valid', () => {
    const { row, corrections } = importedUser(USER, 'ada');
    expect(corrections).toEqual([]);
    expect(row).toEqual({
      id: 7,
      username: 'ada',
      username_key: 'ada',
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada@mail.example',
      password_hash: null,
      is_active: true,
      created_at: new Date(0),
    });
  });

  it('loses invalid fields, which are reported', () => {
    const odd = { ...USER, first_name: 'a\nb', email: 'nowhere', password: 'md5$salt$hash' };
    const { row, corrections } = importedUser(odd, 'ada_7');
    expect(row).toMatchObject({ username: 'ada_7', first_name: '', last_name: 'Lovelace', email: null });
    expect(corrections.map(({ what }) => what)).toEqual([
      'email_dropped',
      'first_name_dropped',
      'renamed',
      'password_of_unknown_kind',
    ]);
  });

  it.each([0, -1, 1.5, 2_147_483_648, Number.NaN])('cannot keep the id %s', (id) => expect(canKeepId(id)).toBe(false));
});
