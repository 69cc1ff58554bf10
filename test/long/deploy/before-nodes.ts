import { once } from 'node:events';

import { makeKey, ApiClient } from '../../support/api.js';
import { TestApp } from '../../support/client.js';
import { eventually } from '../../support/eventually.js';
import { openClient } from '../../support/handshake.js';
import { users } from '../../support/people.js';
import type { TestUser } from '../../support/people.js';
import { sendRaw as saysRaw } from '../../support/raw-http.js';
import { secretsIn } from '../../support/secrets.js';
import { allReceive, createGroup, sendMessage } from '../../support/messaging.js';
import { FileClient, longTextFile } from '../../support/uploads.js';
import { runCrowdAlongside, nobody } from './crowd.js';
import { Nodes } from './nodes.js';
import { Proxy } from './proxy.js';
import type { ProxyProgram } from './proxy.js';
import { sendRequest, silentSocket } from './requests.js';

/** 40,000 bytes a message. */
const LONG = '🦜'.repeat(10_000);
const MANY = 150;
/** The default of MAX_UPLOAD_BYTES. */
const LARGEST_UPLOAD = 26_214_400;
const FAILED_LOGINS = 5;
/** Many heartbeats, which are a second apart here; some may be late. */
const IDLE_SECONDS = 15;
/** For a busy machine: a node starts four times in this test. */
const TIMEOUT_MS = 900_000;

/** Paths to metrics and health checks that clients must not reach. */
const WATCHED = ['metrics', 'health/live', 'health/ready'].flatMap((path) => [
  `/${path}`,
  `/${path}/`,
  `/${path}?token=x`,
  `/${path.toUpperCase()}`,
  `//${path}`,
  `/./${path}`,
  `/docs/../${path}`,
  `/%${path.charCodeAt(0).toString(16)}${path.slice(1)}`,
  `/${path}%2f`,
]);

const SETTINGS = {
  TRUST_PROXY: '127.0.0.1',
  FAILED_LOGINS_PER_MINUTE: String(FAILED_LOGINS),
  FAILED_LOGINS_PER_ADDRESS: String(FAILED_LOGINS),
  INACTIVITY_THRESHOLD: '2',
  MAX_UNSENT_BYTES: String(64 * 1_024 * 1_024),
  SHUTDOWN_SECONDS: '60',
};

/** The status of a node's readiness, without the proxy; undefined if it does not answer. */
const readinessOf = (url: string): Promise<number | undefined> =>
  fetch(`${url}/health/ready`).then(
    ({ status }) => status,
    () => undefined,
  );

/** The tests of a proxy before three nodes, with its file in `deploy`. */
export function describeProxy(program: ProxyProgram): void {
  let nodes: Nodes;
  let proxy: Proxy;

  beforeAll(async () => {
    nodes = await Nodes.start(SETTINGS);
    proxy = await Proxy.start(program, nodes.serviceData, nodes.all);
  });
  afterAll(async () => {
    await proxy.stop();
    await nodes.stop();
  });

  const letsIn = (user: TestUser): Promise<boolean> =>
    silentSocket(proxy.url, user.tokens.access).then(
      (socket) => {
        socket.terminate();
        return true;
      },
      () => false,
    );

  describe(`${program.name}, in front of three nodes`, () => {
    it('accepts tokens in every form, and forwards frames', async () => {
      const { alice, bob, carol } = await users(proxy, 'alice', 'bob', 'carol');
      const phone = await openClient(proxy.url, { token: alice.tokens.access });
      const headers = { authorization: `Bearer ${bob.tokens.access}` };
      const bobs = { user: bob, device: await openClient(proxy.url, { headers }) };
      const protocols = ['bearer', carol.tokens.access];
      const carols = { user: carol, device: await openClient(proxy.url, { protocols }) };
      const room = await createGroup(phone, [bobs, carols]);
      await sendMessage(phone, room, LONG);
      await expect(allReceive([bobs.device, carols.device], 'message.dispatch')).resolves.toMatchObject({
        data: { content: LONG },
      });
      const body = { refresh: alice.tokens.refresh };
      await expect(sendRequest(proxy.url, '/api/token/refresh/', { method: 'POST', body })).resolves.toMatchObject({
        status: 200,
      });
      await Promise.all([phone, bobs.device, carols.device].map((device) => device.close()));
    });

    it('forwards HTTP requests with bodies as long as a frame', async () => {
      const { alice, bob } = await users(proxy, 'alice', 'bob');
      const bobDevice = await bob.connect();
      const { key } = await makeKey(nodes, { user: alice });
      const program = new ApiClient(proxy, { authorization: `Bearer ${key}` });
      const room = { type: 'GroupChat', name: 'Friends', participants: [bob.id] };
      const { data } = await program.request('roomcreate.dispatch', 'POST', '/api/rooms/', room);
      await bobDevice.receive('roomcreate.dispatch');
      await program.request('message.dispatch', 'POST', `/api/rooms/${data.id}/messages/`, { content: LONG });
      await expect(bobDevice.receive('message.dispatch')).resolves.toMatchObject({ data: { content: LONG } });
      await bobDevice.close();
    });

    it('forwards uploads of the largest size', async () => {
      const { alice } = await users(proxy, 'alice');
      const device = await alice.connect();
      const { data: room } = await device.request('room.create', { type: 'GroupChat', name: 'Files' });
      const files = new FileClient(proxy, alice);
      const file = longTextFile(LARGEST_UPLOAD);
      const id = await files.upload(room.id, file);
      expect((await files.read(`/api/files/${id}`)).body.equals(file.bytes)).toBe(true);
      await device.close();
    });

    it('waits for slow readers, and loses none of their frames', async () => {
      const { alice, bob } = await users(proxy, 'alice', 'bob');
      const phone = await alice.connect();
      const bobs = { user: bob, device: await bob.connect() };
      const room = await createGroup(phone, [bobs]);
      bobs.device.socket.pause();
      for (let count = 0; count < MANY; count += 1) await sendMessage(phone, room, LONG);
      bobs.device.socket.resume();
      for (let count = 1; count <= MANY; count += 1) {
        await expect(bobs.device.receive('message.dispatch')).resolves.toMatchObject({ seq: room.last_seq + count });
      }
      await Promise.all([phone.close(), bobs.device.close()]);
    });

    it("sends the client's address to the nodes, and ignores a forged header", async () => {
      const fails = (from: string) =>
        sendRequest(proxy.url, '/api/token/', {
          method: 'POST',
          from,
          headers: { 'X-Forwarded-For': `203.0.113.${String(Math.floor(Math.random() * 250))}` },
          body: { username: nobody(), password: 'a wrong one' },
        });
      for (let count = 0; count < FAILED_LOGINS; count += 1) {
        await expect(fails('127.0.0.2')).resolves.toMatchObject({ status: 401 });
      }
      await expect(fails('127.0.0.2')).resolves.toMatchObject({ status: 429 });
      await expect(fails('127.0.0.3')).resolves.toMatchObject({ status: 401 });
    });

    it.each(WATCHED)('does not forward %s', async (path) => {
      const { status, body } = await sendRequest(proxy.url, path);
      expect([400, 404]).toContain(status);
      expect(body).not.toMatch(/parley_|"(ok|degraded|draining)"/);
    });

    it('keeps an idle socket with heartbeats open, and may close one without', async () => {
      const { alice, bob } = await users(proxy, 'alice', 'bob');
      const impatient = await Proxy.start(program, nodes.serviceData, nodes.all, IDLE_SECONDS);
      const states: string[] = [];
      const app = await TestApp.connect(alice, impatient, { timing: {} });
      app.chat.on('state', (state) => states.push(JSON.stringify(state)));
      const silent = await silentSocket(impatient.url, bob.tokens.access);
      if (program.closesIdle) await once(silent, 'close');
      await expect(app.chat.rooms.list()).resolves.toBeDefined();
      expect(states).toEqual([]);
      silent.terminate();
      await app.chat.close();
      await impatient.stop();
    });

    it('sends no connection to a node that is shutting down', async () => {
      const [going] = nodes.all;
      const { alice } = await users(proxy, 'alice');
      const unresponsive = await silentSocket(going!.url, alice.tokens.access);
      // The node waits some seconds for a client that does not answer its close frame.
      unresponsive.pause();
      const exit = going!.kill('SIGTERM');
      await eventually(async () => (await readinessOf(going!.url)) === 503);
      const attemptHandshake = { letIn: 0, refused: 0 };
      while ((await readinessOf(going!.url)) === 503)
        attemptHandshake[(await letsIn(alice)) ? 'letIn' : 'refused'] += 1;
      expect(attemptHandshake.letIn).toBeGreaterThan(attemptHandshake.refused);
      if (program.asksAnother) expect(attemptHandshake.refused).toBe(0);
      await expect(exit).resolves.toMatchObject({ code: 0 });
      unresponsive.terminate();
      await going!.begin();
    });

    it(
      'loses nothing when a node is killed, and when all are replaced one after the other',
      async () => {
        const report = await runCrowdAlongside(nodes.serviceData, proxy.url, async () => {
          const [first] = nodes.all;
          await first!.kill('SIGKILL');
          await first!.begin();
          for (const exit of await nodes.replaceAll()) expect(exit).toMatchObject({ code: 0 });
        });
        expect(report).toMatchObject({ kept: true, faults: [], unverified: [] });
        expect(report.accepted).toBeGreaterThan(0);
        expect(report.reconnects).toBeGreaterThan(0);
      },
      TIMEOUT_MS,
    );

    it('accepts connections again when a node is back', async () => {
      const { alice } = await users(proxy, 'alice');
      await nodes.kill('SIGKILL');
      const { status } = await sendRequest(proxy.url, `/messaging/?token=${alice.tokens.access}`);
      expect([502, 503, 504]).toContain(status);
      await expect(letsIn(alice)).resolves.toBe(false);
      await nodes.begin();
      await eventually(() => letsIn(alice));
    });

    it('logs no token, even for invalid requests', async () => {
      const { alice } = await users(proxy, 'alice');
      const query = `/messaging/?token=${alice.tokens.access}`;
      const referer = { Referer: `${proxy.url}${query}`, Cookie: `token=${alice.tokens.refresh}` };
      await sendRequest(proxy.url, query, { headers: referer });
      await sendRequest(proxy.url, `/somewhere${query}&long=${'x'.repeat(60_000)}`);
      await sendRequest(proxy.url, `/nowhere/?token=${alice.tokens.access}`);
      await saysRaw(proxy.url, `GET ${query} HTTP/1.1\r\nHost: x\r\nBad Header\x01: ${alice.tokens.access}\r\n\r\n`);
      await saysRaw(proxy.url, `GET ${query} HTTP/7.1 and more\r\n\r\n`);
      await proxy.end();
      const written = proxy.written();
      expect(written).toContain('/messaging/');
      expect(written).toMatch(/\b50[234]\b/);
      expect(secretsIn(written)).toEqual([]);
    });
  });
}
