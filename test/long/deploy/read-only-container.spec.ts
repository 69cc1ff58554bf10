import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { WebSocket } from 'ws';

import { password } from '../../servers/template.js';
import { eventually } from '../../support/eventually.js';
import { newServiceData } from '../../support/service-data.js';
import type { ServiceData } from '../../support/service-data.js';
import { readOnlyBut } from '../read-only.js';

const MAIN = join(import.meta.dirname, '../../../dist/program/main.js');
const PARLEY = join(import.meta.dirname, '../../../dist/program/cli.js');

interface Ended {
  readonly code: number | null;
  readonly printed: string;
  readonly errors: string;
}

let serviceData: ServiceData;
let dataDir: string;

beforeEach(async () => {
  serviceData = await newServiceData('embedded');
  dataDir = serviceData.env.DATA_DIR!;
});

afterEach(() => serviceData.remove());

/** Runs a program that can write only its data folder, as the image should run. */
function run(program: string, ...words: string[]) {
  const [command = '', ...rest] = readOnlyBut(dataDir, [process.execPath, program, ...words]);
  const child = spawn(command, rest, {
    cwd: serviceData.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: serviceData.folder,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      JWT_SECRET: 'a secret of nobody that is long enough',
      ALLOWED_HOSTS: 'chat.example.com',
    },
  });
  const received = { printed: '', errors: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (received.printed += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (received.errors += text));
  const end = once(child, 'close').then((): Ended => ({ code: child.exitCode, ...received }));
  return { received, end, child };
}

async function send(url: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ username: 'alice1', password });
  const { access } = (await (await fetch(`${url}/api/token/`, { method: 'POST', headers, body })).json()) as {
    access: string;
  };
  const socket = new WebSocket(`${url.replace('http', 'ws')}/messaging/?token=${access}`);
  const receive = async (): Promise<{ eventType: string; data: { id: string; content: string } }> => {
    const [text] = (await once(socket, 'message')) as [Buffer];
    return JSON.parse(text.toString()) as Awaited<ReturnType<typeof receive>>;
  };
  const request = (event_type: string, data: object): ReturnType<typeof receive> => {
    const answer = receive();
    socket.send(JSON.stringify({ event_type, data }));
    return answer;
  };
  await receive();
  const { data: room } = await request('room.create', { type: 'GroupChat', name: 'A diary' });
  const { data: message } = await request('message.send', { room_id: room.id, content: 'It is written.' });
  socket.terminate();
  return message.content;
}

it('the service starts, serves and stops with only its data folder writable', async () => {
  const before = readdirSync(serviceData.folder);
  const { received, end, child } = run(MAIN);
  const listens = (): string | undefined => /Parley listens on (http:\/\/[\d.:]+)/.exec(received.printed)?.[1];
  try {
    await eventually(() => listens() !== undefined || child.exitCode !== null);
    if (child.exitCode !== null) throw new Error(received.printed + received.errors);
    await expect(send(listens()!)).resolves.toBe('It is written.');
    child.kill('SIGTERM');
    await expect(end).resolves.toMatchObject({ code: 0, errors: '' });
  } finally {
    child.kill('SIGKILL');
  }
  expect(readdirSync(serviceData.folder)).toEqual(before);
});

it('commands run with only the data folder writable', async () => {
  await expect(run(PARLEY, 'users', 'create', 'zoe', '--password', password, '--json').end).resolves.toMatchObject({
    code: 0,
    errors: '',
  });
  const { printed } = await run(PARLEY, 'users', 'list', '--json').end;
  expect(printed).toContain('"zoe"');
});
