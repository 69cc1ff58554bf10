import type { Message } from '@parley/protocol';

import type { Runner } from '../../sdk/conformance/runner.js';
import { runners } from '../../sdk/conformance/suite.js';
import { TestApp } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { users } from '../support/people.js';
import { Service } from '../support/service.js';
import { TcpProxy } from '../support/tcp-proxy.js';

const TIMING = {
  min_reconnect_delay_ms: 20,
  max_reconnect_delay_ms: 200,
  response_timeout_ms: 3_000,
  max_heartbeat_interval_ms: 200,
};

let parley: Service;
let runner: Runner;
let cable: TcpProxy;

beforeAll(async () => {
  parley = await Service.start({ SHUTDOWN_SECONDS: '5' });
  runner = runners.python();
});
afterAll(async () => {
  await runner.close();
  await cable.close();
  await parley.stop();
});

const portOf = ({ url }: Service): number => Number(new URL(url).port);

/** A client of the Python package, in the hands of the runner of the conformance suite. */
async function pythonClient(name: string, url: string, token: string) {
  const client = runner.client(name);
  client.onTokenRequest = (request) => {
    runner.write({ client: name, token: request.token, answer: token });
  };
  const act = async (command: object): Promise<unknown> => {
    const { result, error } = await runner.do(name, command);
    if (error) throw new Error(JSON.stringify(error));
    return result;
  };
  await act({ do: 'create', url, timing: TIMING });
  await act({ do: 'connect' });
  const received = (): string[] =>
    (client.eventsOf('message').left as { message: Message }[]).map(({ message }) => message.content);
  return { act, received };
}

it('a Python client receives and sends each message once and in order over cuts, a frozen line and a restart', async () => {
  const { alice, bob } = await users(parley, 'alice', 'bob');
  cable = await TcpProxy.to('127.0.0.1', portOf(parley));
  const url = `ws://127.0.0.1:${String(cable.port)}/messaging/`;
  const python = await pythonClient('alice', url, alice.tokens.access);
  const app = await TestApp.connect(bob, parley);
  const { id } = await app.chat.rooms.create({ type: 'OneToOneChat', participants: [alice.id] });
  const sent: Promise<unknown>[] = [];
  let count = 0;
  /** One message each way. */
  const talk = (): void => {
    count += 1;
    sent.push(app.chat.rooms.open(id).send(`to Python ${String(count)}`));
    sent.push(python.act({ do: 'send', room_id: id, text: `of Python ${String(count)}` }));
  };
  const arrived = (all: () => readonly string[], start: string): string[] =>
    all().filter((text) => text.startsWith(start));
  const upToDate = (): Promise<void> =>
    eventually(
      () => arrived(python.received, 'to').length === count && arrived(() => app.contents, 'of').length === count,
    );

  talk();
  await upToDate();
  for (let times = 0; times < 3; times++) {
    talk();
    cable.cut();
    talk();
    cable.mend();
    talk();
  }
  await upToDate();

  // Longer than a silent line is kept.
  cable.freeze();
  talk();
  await eventually(async () => {
    const { left } = runner.client('alice').eventsOf('state');
    await python.act({ do: 'open', room_id: id });
    return left.at(-1) === 'connecting';
  });
  cable.cut();
  cable.mend();
  talk();
  await upToDate();

  talk();
  await parley.restart();
  cable.redirect(portOf(parley));
  talk();
  await upToDate();

  await Promise.all(sent);
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  expect(arrived(python.received, 'to')).toEqual(numbers.map((number) => `to Python ${String(number)}`));
  expect(arrived(python.received, 'of')).toEqual(numbers.map((number) => `of Python ${String(number)}`));
  expect(arrived(() => app.contents, 'of')).toEqual(numbers.map((number) => `of Python ${String(number)}`));
  await python.act({ do: 'close' });
  await app.chat.close();
});
