import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import type { Message, Room } from '@parley/protocol';

import { outcomeOf } from '../support/command.js';
import { JWT_SECRET } from '../support/environment.js';
import { openClient } from '../support/handshake.js';
import { logIn, users } from '../support/people.js';
import { emptyServiceData, newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';

const PARLEY = join(import.meta.dirname, '../../bin/parley.js');

interface Printed {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command in the folder of the service. With `input`, even empty, it is a process of its own. */
function parley(serviceData: ServiceData, words: readonly string[], input?: string): Promise<Printed> {
  return input === undefined ? outcomeOf(serviceData, ...words) : runsAlone(serviceData, words, input);
}

async function runsAlone(serviceData: ServiceData, words: readonly string[], input = ''): Promise<Printed> {
  const child = spawn(process.execPath, [PARLEY, ...words], {
    cwd: serviceData.folder,
    env: { PATH: process.env.PATH, NODE_ENV: 'test', JWT_SECRET, ...serviceData.env },
  });
  child.stdin.end(input);
  const ended = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await ended) as [number | null];
  return { code, stdout, stderr };
}

/** A command that must succeed. @returns its output */
async function does(serviceData: ServiceData, words: readonly string[], input?: string): Promise<string> {
  const { code, stdout, stderr } = await parley(serviceData, words, input);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

/** A command that must be refused. @returns its message */
async function isRefused(serviceData: ServiceData, words: readonly string[], input?: string): Promise<string> {
  const { code, stdout, stderr } = await parley(serviceData, words, input);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).not.toMatch(/^\s+at /m);
  return stderr.trimEnd();
}

const logInStatus = async (service: Service, username: string, password: string): Promise<number> => {
  const body = JSON.stringify({ username, password });
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`${service.url}/api/token/`, { method: 'POST', headers, body })).status;
};

const shut = (reason: string): object => ({ code: 4001, reason });

describe('parley beside a running service', () => {
  let service: Service;
  let serviceData: ServiceData;

  beforeAll(async () => {
    service = await Service.start();
    ({ serviceData } = service);
  });

  afterAll(() => service.stop());

  it('creates a user, who can log in immediately', async () => {
    const names = ['--first-name', 'Zoë', '--last-name', "O'Neill", '--email', 'zoe@example.com'];
    expect(await does(serviceData, ['users', 'create', 'Zoë', '--password', 'a secret', ...names])).toMatch(/^\d+\n$/);
    expect(await logInStatus(service, 'zoë', 'a secret')).toBe(200);
    const made = await does(
      serviceData,
      ['users', 'create', 'yves', '--password-stdin', '--json'],
      'two words\nmore\n',
    );
    expect(JSON.parse(made)).toEqual({ id: expect.any(Number) as number, username: 'yves' });
    expect(await logInStatus(service, 'yves', 'two words')).toBe(200);
  });

  it('creates a bot', async () => {
    await does(serviceData, ['users', 'create', 'robot', '--password', 'a secret', '--bot']);
    const listed = JSON.parse(await does(serviceData, ['users', 'list', '--json'])) as { username: string }[];
    expect(listed.find(({ username }) => username === 'robot')).toMatchObject({ is_bot: true });
    const { alice } = await users(service, 'alice');
    const device = await alice.connect();
    await expect(device.request('user.find', { username: 'robot' })).resolves.toMatchObject({ data: { is_bot: true } });
    await device.close();
  });

  it('creates a user without a password, with a warning', async () => {
    const { code, stdout, stderr } = await parley(serviceData, ['users', 'create', 'xena']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^\d+\n$/) as string]);
    expect(stderr).toContain('xena has no password');
    expect(await logInStatus(service, 'xena', '')).toBe(400);
    expect(await logInStatus(service, 'xena', 'x')).toBe(401);
  });

  it('refuses invalid values in one sentence', async () => {
    expect(await isRefused(serviceData, ['users', 'create', 'ALICE1'])).toBe('The username ALICE1 is taken.');
    expect(await isRefused(serviceData, ['users', 'create', 'a b', '--email', 'nobody'])).toBe(
      'username: A username may contain only letters, digits and @ . + - _\nemail: Enter a valid email address.',
    );
    expect(await isRefused(serviceData, ['users', 'create', 'wanda', '--password-stdin'], '')).toBe(
      'Standard input contains no password.',
    );
    expect(await isRefused(serviceData, ['users', 'set-password', 'alice1'])).toBe(
      'Give --password or --password-stdin.',
    );
    expect(await isRefused(serviceData, ['users', 'delete', 'nobody'])).toBe('No such user: nobody.');
    expect(await isRefused(serviceData, ['tokens', 'issue', 'nobody'])).toBe('No such user: nobody.');
  });

  it('imports a file, and prints the created users', async () => {
    const file = join(serviceData.folder, 'new.csv');
    writeFileSync(
      file,
      'email,username,password,last_name,first_name\n,ulla,"pass,word",Ek,Ulla\nv@example.com,vito,,,\n',
    );
    const lines = (await does(serviceData, ['users', 'import', file])).trimEnd().split('\n');
    expect(lines).toEqual([expect.stringMatching(/^ulla,\d+$/), expect.stringMatching(/^vito,\d+$/)]);
    expect(await logInStatus(service, 'ulla', 'pass,word')).toBe(200);
    const made = await does(serviceData, ['users', 'import', '-', '--json'], 'username\ntina\n');
    expect(JSON.parse(made)).toEqual([{ username: 'tina', id: expect.any(Number) as number }]);
  });

  it('imports nothing from a file with an invalid line', async () => {
    expect(await isRefused(serviceData, ['users', 'import', '-'], 'username\nsam\nbob1\nno body\n')).toBe(
      'Nothing was imported, because of these lines:\n' +
        '  line 3: username: bob1 is taken.\n' +
        '  line 4: username: A username may contain only letters, digits and @ . + - _',
    );
    expect(await does(serviceData, ['users', 'list'])).not.toContain('sam');
    expect(await isRefused(serviceData, ['users', 'import', 'missing.csv'])).toBe(
      'The file missing.csv does not exist.',
    );
  });

  it('imports nothing from a file with a short or common password, unless it is forced', async () => {
    const people = 'username,password\nwanda,a good long one\nwilma,seven77\nwerner,password1\n';
    expect(await isRefused(serviceData, ['users', 'import', '-'], people)).toBe(
      'Nothing was imported, because of these lines:\n' +
        '  line 3: password: Ensure this field has at least 8 characters.\n' +
        '  line 4: password: This password is too common.',
    );
    expect(await does(serviceData, ['users', 'list'])).not.toContain('wanda');
    await does(serviceData, ['users', 'import', '-', '--force'], people);
    expect(await logInStatus(service, 'wilma', 'seven77')).toBe(200);
  });

  it('lists the users', async () => {
    const listed = JSON.parse(await does(serviceData, ['users', 'list', '--json'])) as {
      username: string;
      last_active_at: string | null;
    }[];
    // The time depends on what other specs of this file have done.
    const { last_active_at: _time, ...alice } = listed.find(({ username }) => username === 'alice1')!;
    expect(alice).toEqual({
      id: expect.any(Number) as number,
      deactivated_by: null,
      username: 'alice1',
      first_name: 'alice',
      last_name: 'Tester',
      email: 'alice1@mail.example',
      is_active: true,
      is_bot: false,
      kind: 'member',
      guest_until: null,
      role: 'user',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      is_online: false,
      log_ins: 1,
    });
    expect(await does(serviceData, ['users', 'list'])).toMatch(
      /^ID +USERNAME +ACTIVE +ROLE +KIND +NAME +EMAIL +LOG-INS +LAST ACTIVE +CREATED\n(?:.*\n)*.*\balice1 +yes +user +member +alice Tester +alice1@mail\.example +1 /,
    );
  });

  // The other rules of styles are in the spec of `terminalStyle`.
  it('styles texts and errors with FORCE_COLOR, and never JSON', async () => {
    const styledData = { ...serviceData, env: { ...serviceData.env, FORCE_COLOR: '1' } };
    expect(await does(styledData, ['users', 'list'], '')).toMatch(/^\x1b\[1mID /);
    expect(await isRefused(styledData, ['users', 'lsit'], '')).toContain("\x1b[31merror: unknown command 'lsit'");
    expect(await does(styledData, ['users', 'list', '--json'])).not.toContain('\x1b');
    expect(await isRefused(styledData, ['users', 'delete', 'nobody'])).toContain('\x1b[31mNo such user: nobody.');
  });

  it('ends without an error if its output is closed', async () => {
    const child = spawn(process.execPath, [PARLEY, 'users', 'list', '--json'], {
      cwd: serviceData.folder,
      env: { PATH: process.env.PATH, NODE_ENV: 'test', JWT_SECRET, ...serviceData.env },
    });
    child.stdout.destroy();
    const [error, [code]] = await Promise.all([text(child.stderr), once(child, 'close') as Promise<[number]>]);
    expect([code, error]).toEqual([0, '']);
  });

  it('changes a password, and ends all log-ins of the user', async () => {
    const { carol } = await users(service, 'carol');
    const phone = await carol.connect();
    await does(serviceData, ['users', 'set-password', carol.username, '--password-stdin'], 'another one\r\n');
    expect(await phone.closed()).toEqual(shut('token_invalid'));
    expect(await (await carol.open()).closed()).toEqual(shut('token_invalid'));
    await expect(logIn(service, carol.username)).rejects.toThrow('401');
    expect(await logInStatus(service, carol.username, 'another one')).toBe(200);
  });

  it('deactivates a user, and activates the user again', async () => {
    const { dave } = await users(service, 'dave');
    const phone = await dave.connect();
    await does(serviceData, ['users', 'deactivate', dave.username]);
    expect(await phone.closed()).toEqual(shut('user_inactive'));
    expect(await (await dave.open()).closed()).toEqual(shut('user_inactive'));
    await expect(logIn(service, dave.username)).rejects.toThrow('401');
    expect(await isRefused(serviceData, ['tokens', 'issue', dave.username])).toBe(
      `The user ${dave.username} is not active.`,
    );

    await does(serviceData, ['users', 'activate', dave.username]);
    await (await dave.connect()).close();
  });

  it('issues tokens that open sockets, and revokes them', async () => {
    const { erin } = await users(service, 'erin');
    const plain = await does(serviceData, ['tokens', 'issue', erin.username]);
    expect(plain).toMatch(/^access: \S+\nrefresh: \S+\n$/);
    const issued = await does(serviceData, ['tokens', 'issue', erin.username, '--json']);
    const { access } = JSON.parse(issued) as { access: string; refresh: string };
    const devices = [await openClient(service.url, { token: access }), await erin.connect()];

    await does(serviceData, ['tokens', 'revoke', erin.username]);
    for (const device of devices) expect(await device.closed()).toEqual(shut('token_invalid'));
    expect(await (await openClient(service.url, { token: access })).closed()).toEqual(shut('token_invalid'));
    await (await (await logIn(service, erin.username)).connect()).close();
  });

  it('deletes a user: messages to others stay under a placeholder', async () => {
    const { frank, grace, heidi } = await users(service, 'frank', 'grace', 'heidi');
    const [franksPhone, gracesPhone] = [await frank.connect(), await grace.connect()];
    const create = async (data: object): Promise<Room> => (await franksPhone.request('room.create', data)).data;
    const pair = await create({ type: 'OneToOneChat', participants: [grace.id] });
    const group = await create({ type: 'GroupChat', name: 'three', participants: [grace.id, heidi.id] });
    const alone = await create({ type: 'GroupChat', name: 'diary' });
    for (const { id } of [pair, group, alone]) {
      await franksPhone.request('message.send', { room_id: id, content: 'I was here' });
    }
    await gracesPhone.request('message.send', { room_id: group.id, content: 'me too' });

    await does(serviceData, ['users', 'delete', frank.username, '--yes']);
    expect(await franksPhone.closed()).toEqual(shut('user_inactive'));
    expect(await (await frank.open()).closed()).toEqual(shut('user_inactive'));
    expect(await isRefused(serviceData, ['users', 'activate', frank.username])).toBe(
      `No such user: ${frank.username}.`,
    );
    const placeholder = `deleted-${String(frank.id)}`;
    expect(await isRefused(serviceData, ['users', 'activate', placeholder])).toBe(`No such user: ${placeholder}.`);
    const listed = JSON.parse(await does(serviceData, ['users', 'list', '--json'])) as { id: number }[];
    expect(listed.map(({ id }) => id)).not.toContain(frank.id);

    const phone = await grace.open();
    const { data: pending } = await phone.receive('chat.notifications');
    expect(pending).not.toHaveProperty(pair.id);
    expect(await phone.expectRefused('room.messages', { room_id: pair.id })).toMatchObject({ code: 4004 });
    const { data: page } = await phone.request('room.messages', { room_id: group.id });
    const [, first] = page.data.messages as [Message, Message];
    expect(first).toMatchObject({
      content: 'I was here',
      sender: {
        id: frank.id,
        username: placeholder,
        first_name: '',
        last_name: '',
        avatar: null,
        status: null,
        is_bot: false,
      },
    });
    await does(serviceData, ['users', 'create', frank.username, '--password', 'somebody else']);
    await phone.request('message.send', { room_id: group.id, content: 'life goes on' });
    await phone.close();
  });
});

describe('parley without a running service', () => {
  let serviceData: ServiceData;

  beforeAll(async () => {
    serviceData = await newServiceData();
  });

  afterAll(() => serviceData.remove());

  it('applies and reverts migrations', async () => {
    const states = async (): Promise<{ name: string; applied: boolean }[]> =>
      JSON.parse(await does(serviceData, ['migrate', 'status', '--json'])) as { name: string; applied: boolean }[];
    const names = (await states()).map(({ name }) => name);
    const last = names.at(-1)!;
    await expect(states()).resolves.toEqual(names.map((name) => ({ name, applied: true })));
    expect(await does(serviceData, ['migrate', 'up'])).toBe('There is nothing to apply.\n');
    expect(await does(serviceData, ['migrate', 'down', '--yes'])).toBe(`Reverted ${last}.\n`);
    await expect(states()).resolves.toEqual(names.map((name) => ({ name, applied: name !== last })));
    expect(JSON.parse(await does(serviceData, ['migrate', 'up', '--json']))).toEqual({ applied: [last] });
  });

  it('creates the tables for the first user', async () => {
    const empty = await emptyServiceData();
    expect(await does(empty, ['users', 'create', 'olaf', '--password', 'a secret'], '')).toBe('1\n');
    await empty.remove();
  });

  it('prints help without any configuration', async () => {
    const nowhere = { ...serviceData, env: { NODE_ENV: 'production', DATABASE_URL: 'nonsense' } };
    expect(await does(nowhere, ['--help'], '')).toMatch(/^Usage: parley /);
    expect(await does(nowhere, ['completion', 'bash'], '')).toContain("'parley users create'");
  });

  // The other words are in the specs of `commandLine`.
  it('refuses unknown words, and prints its usage for none', async () => {
    const [unknown, nothing] = await Promise.all([
      isRefused(serviceData, ['users', 'create', 'a', 'b'], ''),
      isRefused(serviceData, [], ''),
    ]);
    expect(unknown).toBe("error: too many arguments for 'create'. Expected 1 argument but got 2.");
    expect(nothing).toMatch(/^Usage: parley /);
  });

  it('refuses an invalid configuration in one sentence', async () => {
    const faulty = { ...serviceData, env: { ...serviceData.env, PORT: 'x' } };
    expect(await isRefused(faulty, ['users', 'list'])).toContain('PORT: must be a whole number');
    const away = { ...serviceData, env: { ...serviceData.env, DATABASE_URL: 'postgres://postgres@127.0.0.1:1/test' } };
    expect(await isRefused(away, ['users', 'list'])).toMatch(/^The database of DATABASE_URL cannot be used: .*\.$/);
  });
});
