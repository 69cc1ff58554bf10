import { randomUUID } from 'node:crypto';

import type { Room } from '@parley/protocol';

import { outcomeOf } from '../support/command.js';
import { eventually } from '../support/eventually.js';
import { connectMember, createGroup, historyOf, sendMessage } from '../support/messaging.js';
import type { Member } from '../support/messaging.js';
import { users } from '../support/people.js';
import { emptyServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import { isStored, storedPath, writeAged } from '../support/stored-files.js';
import { Tables } from '../support/tables.js';
import { onTerminal } from '../support/terminal.js';

const ASKS = 'Type yes to continue:';
const REFUSED = 'Nothing was changed, because there is no terminal on which to ask: confirm with --yes.';

let service: Service;
let tables: Tables;
let ada: Member;
let bob: Member;
/** A group of Ada and Bob with two messages of Ada. */
let group: Room;
/** The id of a webhook. */
let webhook: string;
/** The id of old bytes without a file. */
const orphan = randomUUID();

beforeAll(async () => {
  service = await Service.start();
  tables = await Tables.of(service.serviceData);
  const people = await users(service, 'alice', 'bob');
  [ada, bob] = [await connectMember(people.alice), await connectMember(people.bob)];
  group = await createGroup(ada.device, [bob], 'Engines');
  const { data: chat } = await ada.device.request('room.create', {
    type: 'OneToOneChat',
    participants: [bob.user.id],
  });
  for (const content of ['one', 'two']) await sendMessage(ada.device, group, content);
  await sendMessage(ada.device, chat, 'three');
  await sendMessage(bob.device, chat, 'four');
  await ages();
  // Last, so that it has nothing to deliver.
  ({ id: webhook } = (await service.parley('webhooks', 'create', 'http://127.0.0.1:1/hook')) as { id: string });
  writeAged(storedPath(service.serviceData, `files/${orphan}`), 'orphan', 25);
});
afterAll(async () => {
  await Promise.all([ada, bob].map(({ device }) => device.close()));
  await tables.close();
  await service.stop();
});

/** A command that destroys data, and what it shows for people and for programs. */
interface Case {
  readonly words: readonly string[];
  readonly text: RegExp;
  readonly document: object;
}

/** Waits until a message sent now is older than a second. */
async function ages(): Promise<void> {
  const { created_at } = await sendMessage(ada.device, group, 'the last one');
  await eventually(() => Date.now() - Date.parse(created_at) > 1_100);
}

const cases: Readonly<Record<string, () => Case>> = {
  'messages purge': () => ({
    words: ['messages', 'purge', '--older-than', '1s'],
    text: /^[1-9]\d* messages in [1-9]\d* rooms, sent before \d{4}-\d\d-\d\dT\S+Z\.\n/,
    document: { messages: expect.any(Number) as number, rooms: expect.any(Number) as number },
  }),
  'users delete': () => ({
    words: ['users', 'delete', ada.user.username],
    text: /^The user alice\d+ \(\d+, alice Tester\)\n1 room .* deleted, with 2 messages\.\n1 room .* left\.\n[1-9].* stay/,
    document: { username: ada.user.username, rooms_deleted: 1, messages_in_rooms_deleted: 2, rooms_left: 1 },
  }),
  'users erase': () => ({
    words: ['users', 'erase', ada.user.username],
    text: /^The user alice\d+ \(\d+, alice Tester\)\n(.*\n)*3 messages of the user in other rooms: deleted\.\n/,
    document: { username: ada.user.username, rooms_deleted: 1, messages_elsewhere: 3 },
  }),
  'rooms delete': () => ({
    words: ['rooms', 'delete', group.id],
    text: /^The GroupChat "Engines" \(\S+\) with 2 members and 3 messages\.\n/,
    document: { id: group.id, type: 'GroupChat', name: 'Engines', members: 2, messages: 3 },
  }),
  'files purge': () => ({
    words: ['files', 'purge', '--orphans'],
    text: /^1 stored object \(6 bytes\), which no file needs, older than a day\.\n/,
    document: { orphans: 1, missing: 0, missing_ids: [] },
  }),
  'webhooks delete': () => ({
    words: ['webhooks', 'delete', webhook],
    text: /^The webhook \S+ to http:\/\/127\.0\.0\.1:1\/hook with \d+ recorded deliver(y|ies) \(\d+ pending\)\.\n/,
    document: { id: webhook, url: 'http://127.0.0.1:1/hook' },
  }),
};

// The rules of confirmation are in the spec of `DestructiveCommand`.
describe('commands that destroy data', () => {
  it.each(Object.entries(cases))('parley %s shows what it would do, and changes nothing', async (_, caseOf) => {
    const { words, text, document } = caseOf();
    const before = await tables.state();
    const shown = await outcomeOf(service.serviceData, ...words, '--dry-run', '--yes');
    expect(shown).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(text) as string });
    await expect(service.parley(...words, '--dry-run')).resolves.toMatchObject({ dry_run: true, ...document });
    const { code, stdout, stderr } = await outcomeOf(service.serviceData, ...words, '--json');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(text);
    expect(stderr.trimEnd().split('\n').at(-1)).toBe(REFUSED);
    await expect(tables.changedSince(before)).resolves.toEqual([]);
    expect(isStored(service.serviceData, orphan)).toBe(true);
  });
});

describe('a command that destroys data, on a terminal', () => {
  const answered = (words: readonly string[], answer: string): ReturnType<typeof onTerminal> =>
    onTerminal(service.serviceData, words, ASKS, () => answer);

  it('changes nothing after Ctrl-D and Ctrl-C', async () => {
    const before = await tables.state();
    const answers = ['\x04', '\x03'].map((answer) => answered(['users', 'delete', ada.user.username], answer));
    const [ended, interrupted] = await Promise.all(answers);
    for (const { code, printed } of [ended!, interrupted!]) {
      expect(code).not.toBe(0);
      expect(printed).toContain(`Delete the user ${ada.user.username}? ${ASKS}`);
    }
    expect([ended!.code, ended!.printed.trimEnd().split('\n').at(-1)]).toEqual([1, 'Nothing was changed.']);
    await expect(tables.changedSince(before)).resolves.toEqual([]);
  });

  it('shows what it will do, and does it after yes', async () => {
    const room = await createGroup(ada.device, [bob], 'Looms');
    const { code, printed } = await answered(['rooms', 'delete', room.id], 'yes\n');
    expect(code).toBe(0);
    expect(printed).toMatch(
      /^The GroupChat "Looms" .* with 2 members and 0 messages\.\nDelete the room .*\? Type yes /,
    );
    expect(printed).toMatch(/\nThe room \S+ is deleted\.\n$/);
    await expect(bob.device.receive('roomdelete.dispatch')).resolves.toMatchObject({ room_id: room.id });
  });
});

it('parley messages purge removes no message that was sent after it has counted', async () => {
  const words = ['messages', 'purge', '--older-than', '1s'];
  const question = `permanently? ${ASKS}`;
  await ages();
  const { code } = await onTerminal(service.serviceData, words, question, async () => {
    await ages();
    return 'yes\n';
  });
  expect(code).toBe(0);
  await expect(historyOf(bob.device, group)).resolves.toMatchObject([{ content: 'the last one' }]);
});

it('parley migrate down requires --yes, and shows the migration', async () => {
  const empty = await emptyServiceData();
  try {
    await outcomeOf(empty, 'migrate', 'up');
    const before = await outcomeOf(empty, 'migrate', 'status');
    const down = ['migrate', 'down', '--to', '0.2'];
    const { code, stdout, stderr } = await outcomeOf(empty, ...down);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^Reverts (\w+, )*Release03Tables\d+\.\nDELETED +ROWS\n/);
    expect(stderr).toContain(REFUSED);
    const shown = await outcomeOf(empty, ...down, '--dry-run', '--json');
    expect(JSON.parse(shown.stdout)).toEqual({
      dry_run: true,
      reverts: expect.arrayContaining([expect.stringMatching(/^Release03Tables\d+$/)]) as string[],
      // An empty database has an epoch, and nothing else.
      deletes: [{ table: 'epochs', rows: 1 }],
    });
    await expect(outcomeOf(empty, 'migrate', 'status')).resolves.toEqual(before);
  } finally {
    await empty.remove();
  }
});
