import { join } from 'node:path';

import type { GroupChat } from '@parley/protocol';

import { parley } from '../../support/command.js';
import type { ChatClient } from '../../support/chat-client.js';
import { createGroup, historyOf, sendMessage } from '../../support/messaging.js';
import { logIn } from '../../support/people.js';
import type { TestUser } from '../../support/people.js';
import type { ServiceData } from '../../support/service-data.js';
import { Service } from '../../support/service.js';
import { StandbyPair } from '../../support/standby.js';

/** The service gives up a silent database after some time, and then looks for the message. */
const REFUSAL_TIMEOUT_MS = 40_000;
const PASSWORD = 'correct horse battery staple';

let pair: StandbyPair;
let service: Service;
let alice: TestUser;
let device: ChatClient;
let room: GroupChat;
let epoch: string;

const dataOn = (url: string): ServiceData => ({
  folder: pair.folder,
  env: { DATABASE_URL: url, DATA_DIR: join(pair.folder, 'data') },
  remove: () => Promise.resolve(),
});

beforeEach(async () => {
  pair = await StandbyPair.start();
  const primary = dataOn(pair.primary.url);
  await parley(primary, 'migrate', 'up');
  await parley(primary, 'users', 'create', 'alice', '--password', PASSWORD);
  service = await Service.start({}, primary);
  alice = await logIn(service, 'alice', PASSWORD);
  device = await alice.open(service);
  ({ epoch } = (await device.receive('chat.notifications')).meta as { epoch: string });
  room = await createGroup(device, []);
  await sendMessage(device, room, 'replicated');
  await pair.caughtUp();
  // Two servers, a base backup, a migration and a start.
}, 90_000);
afterEach(async () => {
  await service.stop();
  await pair.stop();
});

/** The service on the promoted standby, and what a client with this position gets. */
async function afterFailOver(position: number): Promise<{ reset: boolean | undefined; contents: string[] }> {
  await service.kill('SIGKILL');
  await pair.failOver();
  const next = await Service.start({}, dataOn(pair.standby.url));
  try {
    const again = await alice.connect(next);
    const { data } = await again.request('session.sync', { rooms: { [room.id]: position }, epoch });
    const contents = (await historyOf(again, room)).map(({ content }) => content);
    expect(await next.parley('epoch', 'list')).toMatchObject([{ reason: 'moved' }, { reason: 'installed' }]);
    await again.close();
    return { reset: data.rooms.find(({ room_id }) => room_id === room.id)?.reset, contents };
  } finally {
    await next.stop();
  }
}

describe('a promoted standby', () => {
  it('lacks what was not replicated, and the client that has it is reset', async () => {
    pair.link.freeze();
    const lost = await sendMessage(device, room, 'accepted, and not replicated');
    await expect(afterFailOver(lost.seq)).resolves.toEqual({ reset: true, contents: ['replicated'] });
  }, 60_000);

  it('has everything that was accepted with synchronous replication, which refuses all else', async () => {
    await pair.replicateSynchronously();
    const kept = await sendMessage(device, room, 'accepted when replicated');
    pair.link.freeze();
    const requestId = device.sendRequest('message.send', { room_id: room.id, content: 'refused' });
    await expect(device.response(requestId, REFUSAL_TIMEOUT_MS)).resolves.toMatchObject({ error: { code: 4006 } });
    const { reset, contents } = await afterFailOver(kept.seq);
    expect([reset ?? false, contents]).toEqual([false, ['accepted when replicated', 'replicated']]);
  }, 90_000);
});

it('no service starts on a standby that is not promoted', async () => {
  const { code, errors } = await Service.expectStartFailure({}, dataOn(pair.standby.url));
  expect(code).toBe(1);
  expect(errors).toMatch(/recovery|read-only/);
}, 60_000);
