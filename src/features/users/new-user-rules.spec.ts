import { NewUserRules } from './new-user-rules.js';
import type { LoadedRules } from './new-user-rules.js';

const load = (force: boolean, minPasswordLength = 8): Promise<LoadedRules> =>
  new NewUserRules({ minPasswordLength }).load({ force });

const TOO_COMMON = 'This password is too common.';

describe('the rules for a new user', () => {
  it.each([
    ['', 'This field may not be blank.'],
    ['x'.repeat(4_097), 'Ensure this field has no more than 4096 characters.'],
    ['1', 'Ensure this field has at least 8 characters.'],
    ['tr0ub4d', 'Ensure this field has at least 8 characters.'],
    ['password', TOO_COMMON],
    ['PassWord1', TOO_COMMON],
    ['12345678', TOO_COMMON],
    ['qwertyuiop', TOO_COMMON],
    ['tr0ub4dor&3', undefined],
    ['correct horse battery', undefined],
  ])('for the password %j', async (password, fault) => {
    const rules = await load(false);
    expect(rules.passwordFault(password)).toBe(fault);
    const { password: faults } = rules.faultsOf({ username: 'alice', password });
    expect(faults).toEqual(fault === undefined ? undefined : [fault]);
  });

  it('count the characters of a password, not its code units', async () => {
    const rules = await load(false, 4);
    expect(rules.passwordFault('😀😀😀')).toBe('Ensure this field has at least 4 characters.');
    expect(rules.passwordFault('😀😀😀😀')).toBeUndefined();
  });

  it('refuse usernames with invisible characters or of several scripts', async () => {
    const rules = await load(false);
    const faultsOf = (username: string): unknown => rules.faultsOf({ username }).username;
    expect(faultsOf('al\u200Dice')).toBeDefined();
    expect(faultsOf('ali\uFE0Fce')).toEqual(['A username may not contain invisible characters.']);
    expect(faultsOf('p\u0430ypal')).toEqual(['A username may not mix letters of several scripts.']);
    expect(faultsOf('alice')).toBeUndefined();
  });

  it('are those of every user with force', async () => {
    const rules = await load(true);
    expect(rules.faultsOf({ username: 'p\u0430ypal', password: '1' })).toEqual({});
    expect(rules.passwordFault('1')).toBeUndefined();
    expect(rules.skeletonOf('alice')).toBeNull();
    expect(rules.faultsOf({ username: 'a b', password: '' })).toMatchObject({ username: {}, password: {} });
  });
});
