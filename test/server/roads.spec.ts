import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { CalledFiles, MAIN_OF_MODULES } from '../support/called-files.js';
import { eventually } from '../support/eventually.js';
import { Inspector, INSPECTABLE } from '../support/inspector.js';
import { connectMember, createGroup, sendMessage } from '../support/messaging.js';
import type { Member } from '../support/messaging.js';
import { users } from '../support/people.js';
import { WebhookReceiver } from '../support/receiver.js';
import { Service } from '../support/service.js';
import { FileClient, textFile } from '../support/uploads.js';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/architecture.md'), 'utf8');
const TIMES = 8;
/** Of a webhook, which takes about a second. */
const SLOW_TIMES = 3;

let parley: Service;
let inspector: Inspector;
let called: CalledFiles;
let alice: Member;
let bob: Member;
let room: { readonly id: string };

beforeAll(async () => {
  parley = await Service.start({ ...INSPECTABLE }, undefined, MAIN_OF_MODULES);
  inspector = await Inspector.attach(parley.output);
  const { alice: one, bob: other } = await users(parley, 'alice', 'bob');
  [alice, bob] = [await connectMember(one), await connectMember(other)];
  room = await createGroup(alice.device, [bob]);
  called = await CalledFiles.of(inspector);
});
afterAll(async () => {
  await inspector.leave();
  await parley.stop();
});

/** The files that the numbered list of a section of the page names. */
function listed(title: string): string[] {
  const section = PAGE.split(`\n## ${title}\n`)[1]!.split('\n## ')[0]!;
  const steps = section.slice(section.search(/^1\. /m)).split(/\n\n(?!\d+\. )/)[0]!;
  return [...new Set([...steps.matchAll(/`((?:src|libs)\/[\w./-]+\.ts)`/g)].map(([, file]) => file!))].sort();
}

const receives = async (act: () => Promise<unknown>): Promise<void> => {
  await act();
  await bob.device.receive('message.dispatch');
};

/** @param scope of the files that have to be in the list if they are called */
async function expectList(
  title: string,
  act: () => Promise<void>,
  times = TIMES,
  scope = /^(?!src\/platform\/|.*-metrics\.ts$)/,
): Promise<void> {
  const { all, own } = await called.during(act, times);
  const files = listed(title);
  expect(
    files.filter((file) => !all.includes(file)),
    'listed, and not called',
  ).toEqual([]);
  expect(
    own.filter((file) => scope.test(file) && !files.includes(file)),
    'called, and not listed',
  ).toEqual([]);
}

describe('the lists of files in docs/architecture.md are what a service calls', () => {
  it('for a message', () =>
    expectList('The path of a message', () => receives(() => sendMessage(alice.device, room, 'Hello'))));

  it('for a reconnect', () =>
    expectList('The path of a reconnect', async () => {
      await (await bob.user.connect()).close();
    }));

  it('for a sync', () =>
    expectList('The path of a sync', async () => {
      await alice.device.request('session.sync', { rooms: { [room.id]: 1 } });
    }));

  it('for an upload', async () => {
    const files = new FileClient(parley, alice.user);
    await expectList('The path of an upload', async () => {
      await files.upload(room.id, textFile('A plan', 'plan.txt'));
    });
  });

  it('for a webhook', async () => {
    const receiver = await WebhookReceiver.start();
    await receiver.register(parley);
    const act = (): Promise<void> =>
      receives(async () => {
        const { id } = await sendMessage(alice.device, room, 'Hello');
        await eventually(() => receiver.acceptedOf('message.created').some(({ data }) => data?.id === id));
      });
    try {
      await expectList('The path of a webhook', act, SLOW_TIMES, /^src\/delivery\//);
    } finally {
      await receiver.close();
    }
  });
});
