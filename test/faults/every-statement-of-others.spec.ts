import { randomUUID } from 'node:crypto';

import { password } from '../servers/template.js';
import { wholeHistory } from '../support/many-messages.js';
import type { Moment } from '../support/cutting-proxy.js';
import { openClient } from '../support/handshake.js';
import { StatementFaultFixture } from '../support/statement-fault-fixture.js';
import { violatedInvariants } from '../support/invariants.js';

const TOGETHER = 5;
const moments: Moment[] = ['before', 'after'];

let fixture: StatementFaultFixture;

beforeAll(async () => {
  fixture = await StatementFaultFixture.start();
});
afterEach(() => fixture.deleteRooms());
afterAll(() => fixture.close());

/** Does work with a cut connection, and restores the connection before what follows. */
type Fault = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Repeats work with a cut at its first statement, its second, and so on, until it has no further statement. */
async function atEachStatement(moment: Moment, doing: (fault: Fault) => Promise<void>): Promise<void> {
  let cut: string | undefined;
  let statement = 0;
  do {
    statement += 1;
    await doing(async (work) => {
      fixture.proxy.cutAt(statement, moment);
      const result = await work();
      cut = fixture.proxy.passEverything();
      return result;
    });
    expect(await violatedInvariants(fixture.database)).toEqual({});
  } while (cut !== undefined);
  expect(statement).toBeGreaterThan(1);
}

interface Answer {
  readonly status: number;
  readonly body: { readonly access: string; readonly refresh: string; readonly code: string };
}

async function post(path: string, body: object): Promise<Answer> {
  const response = await fetch(`${fixture.parley.url}/api/${path}/`, {
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
  const device = await openClient(fixture.parley.url, { token: body.access });
  await device.close();
};

describe.each(moments)('a database connection that is cut at any statement, %s its execution,', (moment) => {
  it('stores each message of a batch completely, once, and in order', async () => {
    await atEachStatement(moment, async (fault) => {
      const room = await fixture.group();
      const { device } = fixture.alice;
      const sends = Array.from({ length: TOGETHER }, (_, at) => ({
        room_id: room.id,
        content: `message ${String(at)}`,
        client_message_id: randomUUID(),
      }));
      const answers = await fault(() => {
        const requests = sends.map((send) => device.sendRequest('message.send', send));
        return Promise.all(requests.map((request) => device.response(request)));
      });
      const accepted = sends.filter((_, at) => answers[at]!.error === undefined).map(({ content }) => content);
      for (const { error } of answers) expect(error?.code ?? 4006).toBe(4006);
      expect((await wholeHistory(device, room)).map(({ content }) => content)).toEqual(accepted);
      for (const send of sends) await device.request('message.send', send);
      const stored = (await wholeHistory(device, room)).map(({ content }) => content);
      expect(stored.toSorted()).toEqual(sends.map(({ content }) => content));
      await fixture.deleteRooms();
    });
  });

  it('leaves no partial log-in', async () => {
    const { username } = fixture.bob.user;
    await atEachStatement(moment, async (fault) => {
      const first = await fault(() => post('token', { username, password }));
      if (first.status !== 200) expect(first).toEqual(FAULT);
      await opensBy(first.status === 200 ? first : await post('token', { username, password }));
    });
  });

  it('leaves a log-in valid, or ended if its client lost the new tokens', async () => {
    const { username } = fixture.bob.user;
    await atEachStatement(moment, async (fault) => {
      const { refresh } = (await post('token', { username, password })).body;
      const first = await fault(() => post('token/refresh', { refresh }));
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
    const { device, user } = fixture.carol;
    await atEachStatement(moment, async (fault) => {
      const { access: token } = (await post('token', { username: user.username, password })).body;
      const { error } = await fault(() => device.response(device.sendRequest('session.authenticate', { token })));
      expect(error?.code ?? 4006).toBe(4006);
      await device.request('session.authenticate', { token });
      await device.request('session.heartbeat', {});
    });
  });
});
