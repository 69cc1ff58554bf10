import type { Client } from 'pg';

import { connected } from '../support/database.js';
import { logIn, users } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
let database: Client;

beforeAll(async () => {
  parley = await sharedService();
  database = await connected(parley.serviceData);
});
afterAll(() => database.end());

/** The error text of a command. */
const refusal = (...words: string[]): Promise<string> =>
  parley.parley(...words).then(
    () => Promise.reject(new Error('The command did not fail.')),
    (error: unknown) => (error as { stderr: string }).stderr.trim(),
  );

/** A name that no other test has. */
let tests = 0;
const fresh = (name: string): string => `${name}-${String((tests += 1))}x`;

describe('a password that is set by a command', () => {
  it('is refused if it is short or common, unless it is forced', async () => {
    const name = fresh('pia');
    expect(await refusal('users', 'create', name, '--password', 'short')).toContain('at least 8 characters');
    expect(await refusal('users', 'create', name, '--password', 'password1')).toContain('too common');
    await parley.parley('users', 'create', name, '--password', 'short', '--force');
    await logIn(parley, name, 'short');

    expect(await refusal('users', 'set-password', name, '--password', 'Password1')).toContain('too common');
    await logIn(parley, name, 'short');
    await parley.parley('users', 'set-password', name, '--password', 'password1', '--force');
    await logIn(parley, name, 'password1');
  });
});

describe('a username that looks like another', () => {
  it('is refused, unless it is forced', async () => {
    const [name, twin] = [fresh('olli'), `0l1i-${String(tests)}x`];
    await parley.parley('users', 'create', name);
    expect(await refusal('users', 'create', twin)).toContain(`The username ${twin} looks like ${name}.`);
    expect(await refusal('users', 'create', name.toUpperCase())).toContain('is taken.');
    await parley.parley('users', 'create', twin, '--force');
  });

  it('is free again after the deletion of the other user', async () => {
    const [name, twin] = [fresh('bill'), `bi11-${String(tests)}x`];
    await parley.parley('users', 'create', name);
    await parley.parley('users', 'delete', name, '--yes');
    await parley.parley('users', 'create', twin);
  });

  it('is not refused because of a user of an earlier release, who can still log in', async () => {
    const { bob } = await users(parley, 'bob');
    const { rows } = await database.query('SELECT username_skeleton FROM users WHERE id = $1', [bob.id]);
    expect(rows).toEqual([{ username_skeleton: null }]);
    await logIn(parley, bob.username);
  });

  it('is created once by two commands at once', async () => {
    const [name, twin] = [fresh('lola'), `1o1a-${String(tests)}x`];
    const made = await Promise.allSettled([name, twin].map((each) => parley.parley('users', 'create', each)));
    expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
