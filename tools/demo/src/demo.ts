import 'reflect-metadata';

import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';

import WebSocket from 'ws';

import { processEnvironment, readConfig } from '../../../src/platform/config/read-config.js';
import { settingsParts } from '../../../src/settings-parts.js';
import { packageRoot } from '../../../src/platform/package/package-info.js';
import { startServer } from '../../../src/server.js';
import { frameLine } from './frame-line.js';

const run = promisify(execFile);
const PASSWORD = 'correct horse battery staple';
/** Attempts to remove the folder while a command may still end in it. */
const REMOVALS = 5;

interface Frame {
  readonly eventType: string;
  readonly data: unknown;
}

const ending = new AbortController();

const sendLine = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** A user with an open connection, whose frames are printed. */
class DemoUser {
  private readonly received: Frame[] = [];
  private wake = (): void => undefined;

  private constructor(
    readonly name: string,
    private readonly socket: WebSocket,
  ) {
    socket.on('message', (data) => {
      const frame = JSON.parse((data as Buffer).toString()) as Frame;
      sendLine(frameLine(name, 'receives', frame));
      this.received.push(frame);
      this.wake();
    });
  }

  static async connect(url: string, name: string): Promise<DemoUser> {
    const answer = await fetch(`${url}/api/token/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: name, password: PASSWORD }),
    });
    const { access } = (await answer.json()) as { access: string };
    const person = new DemoUser(name, new WebSocket(`${url.replace('http', 'ws')}/messaging/?token=${access}`));
    await person.receive('chat.notifications');
    return person;
  }

  send(eventType: string, data: object): void {
    const frame = { event_type: eventType, data };
    sendLine(frameLine(this.name, 'sends', frame));
    this.socket.send(JSON.stringify(frame));
  }

  /** Waits for the next frame of this kind. */
  async receive(eventType: string): Promise<Frame> {
    for (;;) {
      const found = this.received.findIndex((frame) => frame.eventType === eventType);
      const [frame] = found < 0 ? [] : this.received.splice(found, 1);
      if (frame) return frame;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }

  close(): void {
    this.socket.close();
  }
}

const PEOPLE = [
  ['ada', 'Ada', 'Lovelace'],
  ['bob', 'Bob', 'Babbage'],
  ['carol', 'Carol', 'Herschel'],
  ['dan', 'Dan', 'Somerville'],
] as const;

/** Creates the users as an operator does: by the command line, while the service runs. @returns their ids by name */
async function createUsers(dataDir: string): Promise<ReadonlyMap<string, number>> {
  const file = join(dataDir, 'people.csv');
  const lines = PEOPLE.map(([name, first, last]) => [name, PASSWORD, '', first, last].join(','));
  writeFileSync(file, ['username,password,email,first_name,last_name', ...lines].join('\n'));
  sendLine('$ npx parley users import people.csv');
  const began = performance.now();
  const { stdout } = await run(
    process.execPath,
    [join(packageRoot, 'bin/parley.js'), 'users', 'import', file, '--json'],
    {
      env: { ...processEnvironment(), DATA_DIR: dataDir, DATABASE_URL: '' },
      signal: ending.signal,
    },
  );
  const made = JSON.parse(stdout) as readonly { readonly username: string; readonly id: number }[];
  sendLine(`${String(made.length)} users, after ${((performance.now() - began) / 1_000).toFixed(1)} s.\n`);
  return new Map(made.map(({ username, id }) => [username, id]));
}

const BEGINNINGS = [
  'The drawings of the mill are **done**. Three things are left:\n\n1. the cards\n2. the printer\n3. the _brass_',
  'I have `n := n + 1` on the second card. Is that right?',
  'It is. See https://example.org/notes, note G.',
];

/** Fills the rooms with what the web client can show. */
async function furnish(ada: DemoUser, ids: ReadonlyMap<string, number>, roomId: string): Promise<void> {
  const say = async (room: string, content: string, extra: object = {}): Promise<string> => {
    ada.send('message.send', { room_id: room, content, extra_fields: extra });
    return ((await ada.receive('message.dispatch')).data as { id: string }).id;
  };
  const open = async (room: object): Promise<string> => {
    ada.send('room.create', room);
    return ((await ada.receive('roomcreate.dispatch')).data as { id: string }).id;
  };
  let last = '';
  for (const text of BEGINNINGS) last = await say(roomId, text);
  ada.send('message.react', { type: 'add', message_id: last, reaction_content: '🎉' });
  await ada.receive('reaction.dispatch');
  await say(roomId, 'So it is settled.', { parent_message_id: last });
  const news = await open({
    type: 'Channel',
    name: 'News',
    description: 'All that is new',
    extra_fields: { is_public: true },
  });
  await say(news, 'The engine runs on Monday. Who comes?', { poll: { options: ['I do', 'I watch from afar'] } });
  const chat = await open({ type: 'OneToOneChat', participants: [ids.get('carol')] });
  await say(chat, 'Do you have the _Observations_ at hand, Carol?');
}

async function exchangeMessages(url: string, dataDir: string): Promise<string> {
  const ids = await createUsers(dataDir);
  const [ada, bob] = [await DemoUser.connect(url, 'ada'), await DemoUser.connect(url, 'bob')];
  ada.send('room.create', {
    type: 'GroupChat',
    name: 'Analytical Engines',
    participants: [ids.get('bob'), ids.get('dan')],
  });
  await ada.receive('roomcreate.dispatch');
  const room = (await bob.receive('roomcreate.dispatch')).data as { id: string };
  for (const [from, to, content] of [
    [ada, bob, 'Can you hear me, Bob?'],
    [bob, ada, 'Loud and clear 👋'],
  ] as const) {
    from.send('message.send', { room_id: room.id, content });
    await Promise.all([from.receive('message.dispatch'), to.receive('message.dispatch')]);
  }
  sendLine('\nBob disconnects, Ada sends a message, and Bob reconnects and receives it as pending:\n');
  bob.close();
  ada.send('message.send', { room_id: room.id, content: 'Read this when you are back.' });
  await ada.receive('message.dispatch');
  (await DemoUser.connect(url, 'bob')).close();
  sendLine('\nA channel with a poll, a chat of two, and messages with formats follow:\n');
  await furnish(ada, ids, room.id);
  ada.close();
  return room.id;
}

/** The programs that open a URL, on platforms without `xdg-open`. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [program: string, ...words: string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Prints a hint if the program is missing. */
function openInBrowser(url: string): void {
  const [program, ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  const opener = spawn(program, [...words, url], { detached: true, stdio: 'ignore' });
  opener.on('error', () => sendLine(`There is no ${program} here: open ${url} yourself.\n`));
  opener.unref();
}

/** Prints the URL of the web client and the users to log in as. @returns the URL, if the web client is built */
async function invite(url: string, open: boolean): Promise<string | undefined> {
  if (!(await fetch(url)).ok) return undefined;
  sendLine(`The web client is at ${url}/ : log in there, in two windows, as

  ada   ${PASSWORD}
  bob   ${PASSWORD}   (or carol, or dan)

The users are being created now, which takes some seconds, and send their first messages below.
`);
  if (open) openInBrowser(`${url}/`);
  return `${url}/`;
}

/** Uses the embedded database in a temporary folder, which is removed, whatever the environment configures. */
async function demo(): Promise<void> {
  const { open = false } = parseArgs({ options: { open: { type: 'boolean' } } }).values;
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-demo-'));
  // However the demo ends: also by an error, by a signal during the start, or by a second signal.
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true, maxRetries: REMOVALS }));
  let stop = (): Promise<void> => Promise.resolve();
  const end = (): void => {
    if (ending.signal.aborted) process.exit(0);
    ending.abort();
    void stop().finally(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  const environment = { PORT: processEnvironment().PORT ?? '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
  sendLine(`A throwaway database in ${dataDir}, and the service on it, which takes some seconds:\n`);
  const server = await startServer(readConfig(settingsParts, environment), randomUUID());
  stop = () => server.stop();
  const webClient = await invite(server.url, open);
  const roomId = await exchangeMessages(server.url, dataDir);
  const socketUrl = server.url.replace('http', 'ws');
  if (webClient !== undefined)
    sendLine(`\nThe web client is at ${webClient} for ada, bob, carol and dan, with the password '${PASSWORD}'.`);
  sendLine(`
The service stays up at ${server.url}; Ctrl-C ends it and removes its data. To try it by hand, in another terminal:

TOKEN=$(curl -s ${server.url}/api/token/ -H 'Content-Type: application/json' \\
  -d '{"username":"bob","password":"${PASSWORD}"}' | node -pe 'JSON.parse(fs.readFileSync(0)).access')
npx wscat -c "${socketUrl}/messaging/?token=$TOKEN"

and at its prompt:

{"event_type":"message.send","data":{"room_id":"${roomId}","content":"Hello from my terminal"}}
{"event_type":"room.messages","data":{"room_id":"${roomId}"}}`);
}

demo().catch((error: unknown) => {
  if (ending.signal.aborted) return;
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
