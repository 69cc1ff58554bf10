import { randomUUID } from 'node:crypto';

import { password } from '../servers/template.js';
import { wholeHistory } from '../support/accounts.js';
import type { Moment } from '../support/cutting-proxy.js';
import { opens } from '../support/handshake.js';
import { HurtWorld } from '../support/hurt-world.js';
import { brokenLaws } from '../support/laws.js';

const TOGETHER = 5;
const moments: Moment[] = ['before', 'after'];

let world: HurtWorld;

beforeAll(async () => {
  world = await HurtWorld.begin();
});
afterEach(() => world.isCleared());
afterAll(() => world.end());

/** Does work with a cut connection, and restores the connection before what follows. */
type Hurt = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Repeats work with a cut at its first statement, its second, and so on, until it has no further statement. */
async function atEachStatement(moment: Moment, doing: (hurt: Hurt) => Promise<void>): Promise<void> {
  let cut: string | undefined;
  let statement = 0;
  do {
    statement += 1;
    await doing(async (work) => {
      world.proxy.cutsAt(statement, moment);
      const result = await work();
      cut = world.proxy.spares();
      return result;
    });
    expect(await brokenLaws(world.database)).toEqual({});
  } while (cut !== undefined);
  expect(statement).toBeGreaterThan(1);
}

interface Answer {
  readonly status: number;
  readonly body: { readonly access: string; readonly refresh: string; readonly code: string };
}

async function post(path: string, body: object): Promise<Answer> {
  const response = await fetch(`${world.parley.url}/api/${path}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

/** The refusal has only a retry time and the fault id of the logged stack trace. */
const FAULT = {
  status: 503,
  body: {
    detail: expect.stringMatching(/^Something went wrong on our side \([0-9a-f-]{36}\)\.$/) as string,
    code: 'unavailable',
  },
};

const opensBy = async ({ body }: Answer): Promise<void> => {
  const device = await opens(world.parley.url, { token: body.access });
  await device.leaves();
};

describe.each(moments)('a database connection that is cut at any statement, %s its execution,', (moment) => {
  it('stores each message of a batch completely, once, and in order', async () => {
    await atEachStatement(moment, async (hurt) => {
      const room = await world.group();
      const { device } = world.alice;
      const sends = Array.from({ length: TOGETHER }, (_, at) => ({
        ...{ room_id: room.id, content: `message ${String(at)}`, client_message_id: randomUUID() },
      }));
      const answers = await hurt(() => {
        const requests = sends.map((send) => device.asks('message.send', send));
        return Promise.all(requests.map((request) => device.answered(request)));
      });
      const accepted = sends.filter((_, at) => answers[at]!.error === undefined).map(({ content }) => content);
      for (const { error } of answers) expect(error?.code ?? 4006).toBe(4006);
      expect((await wholeHistory(device, room)).map(({ content }) => content)).toEqual(accepted);
      for (const send of sends) await device.ask('message.send', send);
      const stored = (await wholeHistory(device, room)).map(({ content }) => content);
      expect(stored.toSorted()).toEqual(sends.map(({ content }) => content));
      await world.isCleared();
    });
  });

  it('leaves no partial log-in', async () => {
    const { username } = world.bob.person;
    await atEachStatement(moment, async (hurt) => {
      const first = await hurt(() => post('token', { username, password }));
      if (first.status !== 200) expect(first).toEqual(FAULT);
      await opensBy(first.status === 200 ? first : await post('token', { username, password }));
    });
  });

  it('leaves a log-in valid, or ended if its client lost the new tokens', async () => {
    const { username } = world.bob.person;
    await atEachStatement(moment, async (hurt) => {
      const { refresh } = (await post('token', { username, password })).body;
      const first = await hurt(() => post('token/refresh', { refresh }));
      if (first.status === 200) {
        await opensBy(first);
        return;
      }
      expect(first).toEqual(FAULT);
      const again = await post('token/refresh', { refresh });
      if (again.status === 200) await opensBy(again);
      else expect([again.status, again.body.code]).toEqual([401, 'token_not_valid']);
      await opensBy(await post('token', { username, password }));
    });
  });

  it('leaves a socket open, which accepts a new token at once or at a retry', async () => {
    const { device, person } = world.carol;
    await atEachStatement(moment, async (hurt) => {
      const { access: token } = (await post('token', { username: person.username, password })).body;
      const { error } = await hurt(() => device.answered(device.asks('session.authenticate', { token })));
      expect(error?.code ?? 4006).toBe(4006);
      await device.ask('session.authenticate', { token });
      await device.ask('session.heartbeat', {});
    });
  });
});
