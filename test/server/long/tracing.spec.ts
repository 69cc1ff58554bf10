import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { password } from '../../servers/template.js';
import type { ChatClient } from '../../support/chat-client.js';
import { TraceCollector } from '../../support/collector.js';
import type { Span } from '../../support/collector.js';
import { eventually } from '../../support/eventually.js';
import { users } from '../../support/people.js';
import type { TestUser } from '../../support/people.js';
import { newServiceData } from '../../support/service-data.js';
import { secretsIn } from '../../support/secrets.js';
import { Service } from '../../support/service.js';
import { allReceive, createGroup, connectMember } from '../../support/messaging.js';

const QUIET = 'a text to keep quiet';
const CALLER = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
const SENDS = 20;

let collector: TraceCollector;
let parley: Service;

const childrenOf = ({ spanId }: Pick<Span, 'spanId'>): Span[] =>
  collector.spans.filter(({ parentSpanId }) => parentSpanId === spanId);

const isStatement = ({ name }: Span): boolean => name.startsWith('pg.query:');

/** A request of an application that traces as well. */
async function logIn({ username }: TestUser, flags: '00' | '01', query = ''): Promise<void> {
  await fetch(`${parley.url}/api/token/${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent: `00-${CALLER.traceId}-${CALLER.spanId}-${flags}` },
    body: JSON.stringify({ username, password }),
  });
}

describe('the traces of a conversation', () => {
  let alice: TestUser;
  let bob: TestUser;
  let phone: ChatClient;
  let roomId: string;

  beforeAll(async () => {
    collector = await TraceCollector.listening();
    parley = await Service.start({ ...collector.env, OTEL_SERVICE_NAME: 'chat-of-specs' });
    ({ alice, bob } = await users(parley, 'alice', 'bob'));
    const bobs = await connectMember(bob);
    phone = await alice.connect();
    const room = await createGroup(phone, [bobs], QUIET);
    roomId = room.id;
    for (let count = 1; count <= SENDS; count += 1) {
      phone.sendRequest('message.send', { room_id: roomId, content: `${QUIET} ${String(count)}` });
    }
    for (let count = 1; count <= SENDS; count += 1) await allReceive([bobs.device], 'message.dispatch');
    await collector.gets('message.send', SENDS);
    // Of each send its batch and its dispatch, of each batch its statement: they arrive in any order.
    await eventually(() => {
      const [sends, batches] = [collector.named('message.send'), collector.named('message.batch')];
      const stored = batches.reduce((sum, { links }) => sum + links.length, 0);
      const isWhole = (span: Span): boolean => childrenOf(span).length > 0;
      return stored === SENDS && sends.every(isWhole) && batches.every(isWhole);
    });
  });
  afterAll(async () => {
    await parley.stop();
    collector.close();
  });

  it('name the process', () => {
    expect(collector.spans[0]!.resource).toEqual({
      'service.name': 'chat-of-specs',
      'service.version': expect.stringMatching(/^\d+\.\d+\.\d+(-\w+)?$/) as string,
      'service.instance.id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    });
  });

  it('contain one trace for each event, with its statements and dispatches', async () => {
    const [create] = await collector.gets('room.create');
    expect(create).toMatchObject({ kind: 2, attributes: { 'parley.event': 'room.create', 'parley.outcome': 'ok' } });
    expect(create!.parentSpanId ?? '').toBe('');
    const names = (): string[] => childrenOf(create!).map(({ name }) => name);
    await eventually(() => ['pg.query:INSERT', 'dispatch'].every((name) => names().join().includes(name)));
    const parts = childrenOf(create!);
    expect(parts.filter(({ name }) => name === 'dispatch').map(({ attributes }) => attributes)).toContainEqual(
      expect.objectContaining({ 'parley.room': roomId }),
    );
    for (const part of parts) expect(part.traceId).toBe(create!.traceId);
  });

  it('link each send to the batch that stored it with others', () => {
    const sends = collector.named('message.send');
    const batches = collector.named('message.batch');
    expect(new Set(sends.map(({ traceId }) => traceId)).size).toBe(SENDS);
    for (const send of sends) {
      expect(send.attributes).toMatchObject({ 'parley.room': roomId, 'parley.outcome': 'ok' });
      expect(childrenOf(send).filter(({ name }) => name === 'dispatch')).toHaveLength(1);
      const storing = batches.filter(({ links }) => links.some(({ spanId }) => spanId === send.spanId));
      expect(storing).toHaveLength(1);
      expect(send.links).toEqual([expect.objectContaining({ spanId: storing[0]!.spanId })]);
    }
    for (const batch of batches) {
      expect(batch.attributes['parley.batch.size']).toBe(batch.links.length);
      expect(
        childrenOf(batch)
          .filter(isStatement)
          .map(({ attributes }) => attributes['db.query.text']),
      ).toEqual([expect.stringContaining('INSERT INTO messages')]);
    }
  });

  it('show refused events as refused, without the names of unknown events', async () => {
    await phone.expectRefused('message.send', { room_id: '01a1fe9a-fe8c-73a2-b944-01925ba707be', content: QUIET });
    await phone.expectRefused(QUIET, {});
    const [unknown] = await collector.gets('unknown');
    expect(unknown!.attributes).toMatchObject({ 'parley.event': 'unknown', 'parley.outcome': 'refused' });
    await collector.gets('message.send', SENDS + 1);
    const refused = collector
      .named('message.send')
      .filter(({ attributes }) => attributes['parley.outcome'] === 'refused');
    expect(refused).toHaveLength(1);
    expect(refused[0]!.status.code).not.toBe(2);
  });

  it('continue the trace of an HTTP request', async () => {
    await logIn(alice, '01', '?token=to-keep-quiet');
    await eventually(() => collector.spans.some(({ parentSpanId }) => parentSpanId === CALLER.spanId));
    const request = collector.spans.find(({ parentSpanId }) => parentSpanId === CALLER.spanId)!;
    expect(request).toMatchObject({ name: 'POST /api/token', kind: 2, traceId: CALLER.traceId });
    expect(request.attributes).toEqual({
      'http.request.method': 'POST',
      'http.response.status_code': 200,
      'http.route': '/api/token',
    });
    await eventually(() => childrenOf(request).some(isStatement));
  });

  it('leave out health checks and metrics', async () => {
    const paths = ['/health', '/health?x', '/health/live', '/health/ready', '/metrics', '/Metrics/'];
    for (const path of paths) await (await fetch(parley.url + path)).text();
    await (await fetch(`${parley.url}/nowhere`)).text();
    await eventually(() => collector.spans.some(({ attributes }) => attributes['http.response.status_code'] === 404));
    expect(collector.received).not.toMatch(/health|metrics/i);
  });

  it('contain no text, username, address or secret', () => {
    expect(secretsIn(collector.received)).toEqual([]);
    expect(collector.received).not.toContain('keep quiet');
    expect(collector.received).not.toContain('keep-quiet');
    for (const { username } of [alice, bob]) expect(collector.received).not.toContain(username);
    expect(collector.received).not.toMatch(/127\.0\.0\.1|user_agent|client\.address/);
    for (const { events, status } of collector.spans) expect([events, status.message]).toEqual([[], undefined]);
  });
});

describe('OTEL_TRACES_SAMPLER_ARG', () => {
  it('applies only to traces that begin in the service', async () => {
    collector = await TraceCollector.listening();
    parley = await Service.start({ ...collector.env, OTEL_TRACES_SAMPLER_ARG: '0' });
    const { alice } = await users(parley, 'alice');
    const phone = await alice.connect();
    await phone.request('room.create', { type: 'GroupChat', name: 'x' });
    await logIn(alice, '00');
    await logIn(alice, '01');
    await parley.stop();
    const requests = collector.spans.filter(({ kind }) => kind === 2);
    expect(requests.map(({ name, traceId }) => [name, traceId])).toEqual([['POST /api/token', CALLER.traceId]]);
    collector.close();
  });
});

describe('an unreachable trace collector', () => {
  const lines = (text: string): number => parley.output.split(text).length - 1;

  it('is logged once, without an effect on clients', async () => {
    const gone = await TraceCollector.listening();
    gone.close();
    parley = await Service.start(gone.env);
    const { alice } = await users(parley, 'alice');
    const phone = await alice.connect();
    await phone.request('room.create', { type: 'GroupChat', name: 'x' });
    // The exporter retries for ten seconds before it reports a failure.
    await eventually(() => lines('Traces cannot be exported') === 1, 20_000);
    for (let time = 0; time < 3; time += 1) await phone.request('room.create', { type: 'GroupChat', name: 'x' });
    collector = await TraceCollector.listening(gone.port);
    await eventually(async () => {
      await phone.request('session.heartbeat', {});
      return lines('Traces are exported again') === 1;
    });
    expect(lines('Traces cannot be exported')).toBe(1);
    await parley.stop();
    collector.close();
  });

  it('does not delay a shutdown, and gets the last traces if it is reachable', async () => {
    collector = await TraceCollector.listening();
    parley = await Service.start({ ...collector.env, OTEL_BSP_SCHEDULE_DELAY: '600000' });
    const { alice } = await users(parley, 'alice');
    const phone = await alice.connect();
    await phone.request('room.create', { type: 'GroupChat', name: 'x' });
    expect(collector.spans).toEqual([]);
    await expect(parley.kill('SIGTERM')).resolves.toMatchObject({ code: 0 });
    expect(collector.named('room.create')).toHaveLength(1);
    collector.isSilent = true;
    await parley.begin();
    await (await alice.connect()).request('session.heartbeat', {});
    await expect(parley.kill('SIGTERM')).resolves.toMatchObject({ code: 0 });
    await parley.stop();
    collector.close();
  });
});

describe('the SDK of OpenTelemetry', () => {
  /** What of OpenTelemetry is registered in a service when it exits. */
  async function registeredWith(env: Record<string, string>): Promise<string[]> {
    const serviceData = await newServiceData();
    const file = join(serviceData.folder, 'registered.mjs');
    writeFileSync(
      file,
      `import { isMainThread } from 'node:worker_threads';
       const list = () => console.log('REGISTERED', Object.keys(globalThis[Symbol.for('opentelemetry.js.api.1')] ?? {}).join());
       if (isMainThread) process.on('exit', list);`,
    );
    parley = await Service.start({ ...env, NODE_OPTIONS: `--import=${file}` }, serviceData);
    const { output } = await parley.kill('SIGTERM');
    await parley.stop();
    await serviceData.remove();
    return /^REGISTERED (.*)$/m.exec(output)![1]!.split(',');
  }

  it('is not started without tracing', async () => {
    await expect(registeredWith({})).resolves.not.toContain('trace');
  });

  it('is started with tracing', async () => {
    collector = await TraceCollector.listening();
    await expect(registeredWith(collector.env)).resolves.toContain('trace');
    collector.close();
  });
});
