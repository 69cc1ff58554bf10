import { ApiClient } from '../support/api.js';
import { connected } from '../support/database.js';
import { users } from '../support/people.js';
import type { ServiceData } from '../support/service-data.js';
import type { Service } from '../support/service.js';
import type { StatementProxy } from '../support/statement-proxy.js';
import { createGroup } from '../support/messaging.js';
import { watchedService } from '../support/watched-service.js';

let serviceData: ServiceData;
let proxy: StatementProxy;
let parley: Service;

beforeAll(async () => {
  ({ serviceData, proxy, parley } = await watchedService());
});

const KEYS = /\bapi_keys\b/;

/** The statements that ran during this work, without those of timers, each as often as it ran. */
async function during(what: () => Promise<unknown>): Promise<string[]> {
  proxy.forget();
  await what();
  return proxy.about(
    'api_keys',
    'audit_entries',
    'messages',
    'receipts',
    'room_changes',
    'room_members',
    'rooms',
    'users',
  );
}

describe('an HTTP request with an API key', () => {
  it('runs the statements of the same event on a socket, and one prepared statement for its key', async () => {
    const { alice } = await users(parley, 'alice');
    const program = await ApiClient.create(parley, { user: alice });
    const phone = await alice.connect();
    const room = await createGroup(phone, []);
    const path = `/api/rooms/${room.id}`;
    const pairs: [() => Promise<unknown>, () => Promise<unknown>][] = [
      [
        () => phone.request('message.send', { room_id: room.id, content: 'x' }),
        () => program.request('message.dispatch', 'POST', `${path}/messages/`, { content: 'x' }),
      ],
      [
        () => phone.request('room.messages', { room_id: room.id, before_seq: 100 }),
        () => program.request('roommessages.dispatch', 'GET', `${path}/messages/?before_seq=100`),
      ],
      [
        () => phone.request('room.list', { limit: 10 }),
        () => program.request('roomlist.dispatch', 'GET', '/api/rooms/?limit=10'),
      ],
      [
        () => phone.request('room.modify', { room_id: room.id, action: 'update', data: { name: 'A' } }),
        () => program.request('roomupdate.dispatch', 'PATCH', `${path}/`, { name: 'B' }),
      ],
    ];
    for (const [onSocket, overHttp] of pairs) {
      await onSocket();
      await overHttp();
      const socket = await during(onSocket);
      const http = await during(overHttp);
      expect(http.filter((text) => !KEYS.test(text))).toEqual(socket);
      expect(http.filter((text) => KEYS.test(text) && !text.startsWith('UPDATE'))).toHaveLength(1);
    }
    expect(
      proxy.statementsAbout('api_keys').filter(({ name, text }) => name === '' && !text.startsWith('UPDATE')),
    ).toEqual([]);
  });

  it('finds its key by an index, whatever the number of keys', async () => {
    const { alice } = await users(parley, 'alice');
    const program = await ApiClient.create(parley, { user: alice });
    proxy.forget();
    await program.request('roomlist.dispatch', 'GET', '/api/rooms/');
    const [text] = proxy.about('api_keys').filter((each) => !each.startsWith('UPDATE'));
    const database = await connected(serviceData);
    try {
      // The planner reads so small a table without an index unless that is forbidden.
      await database.query('SET enable_seqscan = off');
      await database.query(`PREPARE standings (text[], int[], text[]) AS ${text!}`);
      const { rows } = await database.query<{ 'QUERY PLAN': string }>(
        "EXPLAIN EXECUTE standings ('{x}', '{1}', '{ada}')",
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toMatch(/Index (Only )?Scan using \w+ on api_keys/);
      expect(plan).not.toMatch(/Seq Scan on (api_keys|users)/);
    } finally {
      await database.end();
    }
  });

  it('shares the lookup of its key with concurrent requests', async () => {
    const { alice } = await users(parley, 'alice');
    const program = await ApiClient.create(parley, { user: alice });
    await program.request('roomlist.dispatch', 'GET', '/api/rooms/');
    const requested = await during(() =>
      Promise.all(Array.from({ length: 40 }, () => program.request('roomlist.dispatch', 'GET', '/api/rooms/'))),
    );
    expect(requested.filter((text) => KEYS.test(text) && !text.startsWith('UPDATE')).length).toBeLessThan(40);
  });
});
