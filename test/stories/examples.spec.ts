import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ChatClient } from '../support/chat-client.js';
import { unite } from '../support/documented.js';
import type { Bindings } from '../support/documented.js';
import { eventPages } from '../support/event-pages.js';
import { eventually } from '../support/eventually.js';
import type { Frame } from '../support/frames.js';
import { logIn, users } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { waitForOpenSessions } from '../support/sessions.js';

const EVENTS = eventPages();
const FENCE = /^```json (\w+) (sends|receives)\n([\s\S]*?)^```$/gm;

interface Example {
  readonly who: string;
  readonly does: string;
  readonly frame: unknown;
}

const examples = [...EVENTS.matchAll(FENCE)].map(([, who = '', does = '', text = '']): Example => ({
  who,
  does,
  frame: JSON.parse(text) as unknown,
}));

let parley: Service;
let bindings: Bindings;
let devices: ReadonlyMap<string, ChatClient>;

beforeAll(async () => {
  parley = await sharedService('heldWords');
  const everyone = await users(parley, 'alice', 'bob', 'carol', 'dave');
  const found = Object.entries(everyone);
  bindings = {
    users: new Map(found.map(([, { id }], at) => [at + 1, id])),
    usernames: new Map(found.map(([name, { username }]) => [name, username])),
    tokens: new Map([
      ['another access token of dave', (await logIn(parley, everyone.dave.username)).tokens.access],
      ['an access token of carol', everyone.carol.tokens.access],
    ]),
    ids: new Map(),
  };
  devices = new Map(await Promise.all(found.map(async ([name, user]) => [name, await user.connect()] as const)));
  // The presence of all users is known a moment later.
  await waitForOpenSessions(found.length, parley.serviceData);
});

const isAnswer = (frame: Frame, example: Frame): boolean =>
  frame.eventType === example.eventType && (frame.error === undefined) === (example.error === undefined);

/** Frames that arrived before the request are no answer to it. */
const allHaveReceived = (): Promise<unknown> => Promise.all([...devices.values()].map((device) => device.drain()));

async function nextLike(device: ChatClient, example: Frame): Promise<Frame> {
  let found: Frame | undefined;
  await eventually(async () => {
    found = (await device.drain()).find((frame) => isAnswer(frame, example));
    return found !== undefined;
  });
  return found!;
}

describe('the example conversation of the pages of events', () => {
  it('has an example of every event of clients', () => {
    const asyncapi = readFileSync(join(import.meta.dirname, '../../docs/asyncapi.yaml'), 'utf8');
    const requested = new Set(examples.map(({ frame }) => (frame as { event_type?: string }).event_type));
    const known = [...asyncapi.matchAll(/const: (\w+\.(?!dispatch)\w+)$/gm)].map(([, name]) => name);
    expect(known).toContain('session.heartbeat');
    expect(known.filter((name) => !requested.has(name))).toEqual(['chat.notifications']);
  });

  it('happens frame by frame as documented', async () => {
    for (const { who, does, frame } of examples) {
      const device = devices.get(who)!;
      if (does === 'sends') {
        await allHaveReceived();
        device.sendText(JSON.stringify(unite.real(frame, bindings)));
      } else {
        unite.check(frame, await nextLike(device, frame as Frame), bindings);
      }
    }
    expect(bindings.ids.size).toBeGreaterThan(0);
  });
});
