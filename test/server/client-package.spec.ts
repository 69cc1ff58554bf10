import { Installation } from '../support/installation.js';
import { users } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

/** A program that has installed only the package. */
const PROGRAM = `
import { MemoryStorage, Parley, ParleyError } from '@parley/client';
import type { ChatEvents, SocketConstructor } from '@parley/client';

export async function talks(url: string, token: string, guest: number, socket: SocketConstructor): Promise<string> {
  const chat = new Parley({ url, token: async () => token, storage: new MemoryStorage(), WebSocket: socket });
  const received: string[] = [];
  chat.on('message', ({ message }: ChatEvents['message']) => received.push(message.content));
  await chat.connect();
  const { id, type } = await chat.rooms.create({ type: 'GroupChat', name: 'Engines', participants: [guest] });
  const { seq, content } = await chat.rooms.open(id).send('Can you hear me?');
  const refused = await chat.rooms.open(id).remove(0).catch((error: unknown) => error);
  await chat.close();
  // @ts-expect-error -- seq is a number: without the types of the protocol it would be any.
  const wrong: string = seq;
  return [type, content, typeof wrong, received.length, refused instanceof ParleyError].join(', ');
}
`;

const RUN = `
import { WebSocket } from 'ws';
import { talks } from './program.js';

const [url, token, guest] = process.argv.slice(2);
console.log(await talks(url, token, Number(guest), WebSocket));
`;

let application: Installation;
let parley: Service;

beforeAll(async () => {
  application = new Installation(['libs/client', 'node_modules/ws']);
  parley = await sharedService();
});
afterAll(() => application.remove());

it('the package of the client library includes its types, and works without the other packages', async () => {
  expect(application.contentOf('@parley/client')).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
  application.compile('program.ts', PROGRAM);
  application.write('run.js', RUN);

  const { alice, bob } = await users(parley, 'alice', 'bob');
  const url = `${parley.url.replace('http', 'ws')}/messaging/`;
  const sent = application.run(process.execPath, 'run.js', url, alice.tokens.access, String(bob.id));
  expect(sent).toBe('GroupChat, Can you hear me?, number, 1, true\n');
});
