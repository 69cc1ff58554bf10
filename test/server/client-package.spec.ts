import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { users } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

const ROOT = join(import.meta.dirname, '../..');

/** A program that has installed only the package. */
const PROGRAM = `
import { MemoryStorage, Parley, ParleyError } from '@parley/client';
import type { ChatEvents, SocketConstructor } from '@parley/client';

export async function talks(url: string, token: string, guest: number, socket: SocketConstructor): Promise<string> {
  const chat = new Parley({ url, token: async () => token, storage: new MemoryStorage(), WebSocket: socket });
  const told: string[] = [];
  chat.on('message', ({ message }: ChatEvents['message']) => told.push(message.content));
  await chat.connect();
  const { id, type } = await chat.rooms.create({ type: 'GroupChat', name: 'Engines', participants: [guest] });
  const { seq, content } = await chat.rooms.open(id).send('Can you hear me?');
  const refused = await chat.rooms.open(id).remove(0).catch((error: unknown) => error);
  await chat.close();
  // @ts-expect-error -- seq is a number: without the types of the protocol it would be any.
  const wrong: string = seq;
  return [type, content, typeof wrong, told.length, refused instanceof ParleyError].join(', ');
}
`;

const RUN = `
import { WebSocket } from 'ws';
import { talks } from './program.js';

const [url, token, guest] = process.argv.slice(2);
console.log(await talks(url, token, Number(guest), WebSocket));
`;

const TSCONFIG = {
  compilerOptions: {
    ...{ target: 'ES2022', module: 'nodenext', strict: true, lib: ['ES2022'], types: [], skipLibCheck: false },
  },
  files: ['program.ts'],
};

let place: string;
let parley: Service;

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'parley-package-'));
  parley = await sharedService();
});
afterAll(() => {
  rmSync(place, { recursive: true });
});

const runs = (command: string, ...words: string[]): string => {
  try {
    return execFileSync(command, words, { cwd: place, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} ${words.join(' ')} has failed:\n${stdout}${stderr}`, { cause: error });
  }
};

it('the package of the client library includes its types, and works without the other packages', async () => {
  const installed = join(place, 'node_modules/@parley/client');
  mkdirSync(installed, { recursive: true });
  runs('npm', 'pack', join(ROOT, 'libs/client'), '--pack-destination', place, '--silent');
  const [tarball = ''] = readdirSync(place).filter((name) => name.endsWith('.tgz'));
  runs('tar', '-xzf', tarball, '-C', installed, '--strip-components=1');
  expect(readdirSync(installed).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
  symlinkSync(join(ROOT, 'node_modules/ws'), join(place, 'node_modules/ws'));

  writeFileSync(join(place, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  writeFileSync(join(place, 'program.ts'), PROGRAM);
  writeFileSync(join(place, 'run.js'), RUN);
  runs(process.execPath, join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.');

  const { alice, bob } = await users(parley, 'alice', 'bob');
  const url = `${parley.url.replace('http', 'ws')}/messaging/`;
  const sent = runs(process.execPath, 'run.js', url, alice.tokens.access, String(bob.id));
  expect(sent).toBe('GroupChat, Can you hear me?, number, 1, true\n');
});
