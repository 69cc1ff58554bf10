import { Parley } from '@parley/client';
import { WebSocket } from 'ws';

import { freshServiceData } from '../../docs/fresh.js';
import { kindOf, PROGRAMS } from '../../docs/kinds.js';
import { blocksOf } from '../../docs/pages.js';
import { faultsOf, run } from '../../docs/program.js';
import { freePort } from '../../servers/start-server.js';
import { parley } from '../../support/command.js';
import type { ServiceData } from '../../support/service-data.js';
import { Service } from '../../support/service.js';

const PASSWORD = 'correct horse battery';
const SCOPES =
  'act-as-anybody,users:manage,tokens:issue,rooms:read,rooms:write,messages:read,messages:write,users:read';

/** The setting of a page, and the end of its program. */
interface Setting {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly prints: string;
}

const SETTINGS: Readonly<Record<string, Setting>> = {
  'docs/quick-start.md': {
    before: ["import { WebSocket } from 'ws';", "const accessToken = 'THE TOKEN';"],
    after: [],
    prints: 'ada Can you hear me?',
  },
  'docs/client.md': { before: ["import { WebSocket } from 'ws';"], after: [], prints: '4004 No such room.' },
  'docs/server.md': {
    before: [],
    after: [
      'const told = await fetch("http://127.0.0.1:8080", { method: "POST", body: "{}" });',
      'console.log("forged", told.status);',
      'receiver.close();',
      'receiver.closeAllConnections();',
    ],
    prints: "cust_17 Ada\ntoken true\n[ 'Your order is on its way' ]\n0\nrefused 404 not_found\nforged 401\n",
  },
  'libs/server/README.md': { before: [], after: [], prints: 'a token of 3 parts' },
  'docs/webhooks.md': {
    before: [],
    // One valid delivery and one with a wrong signature; then the program ends.
    after: [
      "const body = JSON.stringify({ id: 'a', type: 'message.created', data: { content: 'Can you hear me?' } });",
      "const signature = webhook.sign('a', new Date(), body);",
      'const headers = {',
      "  ...{ 'webhook-id': 'a', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) },",
      "  ...{ 'webhook-signature': signature },",
      '};',
      "const tell = (told: string) => fetch('http://127.0.0.1:8080', { method: 'POST', headers, body: told });",
      'console.log((await tell(body)).status, (await tell(`${body} `)).status);',
      'server.close();',
      'server.closeAllConnections();',
    ],
    prints: 'message.created Can you hear me?\n204 401',
  },
  'libs/client/README.md': {
    before: [
      "import { WebSocket } from 'ws';",
      // As a browser provides them.
      'const items = new Map<string, string>();',
      'const localStorage = {',
      '  getItem: (key: string) => items.get(key) ?? null,',
      '  setItem: (key: string, value: string) => void items.set(key, value),',
      '};',
      'Object.assign(globalThis, { WebSocket, localStorage });',
      'const accessToken = async (_: { freshThan: string | undefined }) => "THE TOKEN";',
      'const roomId: string = "THE ROOM";',
      'const show = (id: string, { content }: { content: string }) => { console.log(id, content); };',
      'const render = (messages: readonly object[]) => { console.log(messages.length); };',
    ],
    after: ['await chat.close();'],
    prints: 'THE ROOM Can you hear me?',
  },
};

let serviceData: ServiceData;
let service: Service;
let standingFor: ReadonlyMap<string, string>;

beforeEach(async () => {
  serviceData = await freshServiceData();
  service = await Service.start({}, serviceData);
  for (const name of ['ada', 'bob']) await parley(serviceData, 'users', 'create', name, '--password', PASSWORD);
  const { access } = (await parley(serviceData, 'tokens', 'issue', 'ada')) as { access: string };
  const { key } = (await parley(serviceData, 'keys', 'create', '--name', 'shop', '--scopes', SCOPES)) as {
    key: string;
  };
  const host = new URL(service.url).host;
  standingFor = new Map([
    ['THE TOKEN', access],
    ['THE KEY', key],
    ['THE SECRET', `whsec_${Buffer.from('of the receiver of a page').toString('base64')}`],
    ['8080', String(await freePort())],
    ['THE ROOM', await roomOf(`ws://${host}/messaging/`, access)],
    ['127.0.0.1:3000', host],
    ['wss://chat.example.com', `ws://${host}`],
  ]);
});

async function roomOf(url: string, access: string): Promise<string> {
  const chat = new Parley({ url, token: () => Promise.resolve(access), WebSocket });
  await chat.connect();
  const { id } = await chat.rooms.create({ type: 'GroupChat', name: 'Engines' });
  await chat.close();
  return id;
}

afterEach(async () => {
  await service.stop();
  await serviceData.remove();
});

const real = (text: string): string => [...standingFor].reduce((all, [from, to]) => all.replaceAll(from, to), text);

const programOf = (page: string, { before, after }: Setting): string =>
  [
    ...before,
    ...blocksOf(page)
      .filter((block) => kindOf(block) === 'program')
      .map(({ text }) => text),
    ...after,
  ].join('\n');

it.each(PROGRAMS)('the program on the page %s compiles and prints what the page says', async (page) => {
  const setting = SETTINGS[page]!;
  const program = programOf(page, setting);
  expect(faultsOf(program)).toEqual([]);
  expect(await run(real(program), serviceData.folder)).toContain(real(setting.prints));
});
