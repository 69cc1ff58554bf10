import { PartitionableService } from '../support/partitionable-service.js';
import { TraceCollector } from '../support/collector.js';
import { eventually } from '../support/eventually.js';
import { users } from '../support/people.js';
import { recordsIn } from '../support/records.js';
import type { Record } from '../support/records.js';

let partitionable: PartitionableService;
let collector: TraceCollector;

beforeAll(async () => {
  collector = await TraceCollector.listening();
  partitionable = await PartitionableService.start({ ...collector.env, LOG_FORMAT: 'json' });
});
afterAll(async () => {
  await partitionable.stop();
  collector.close();
});

const recorded = async (fields: object): Promise<Record> => {
  const wanted = Object.entries(fields);
  const found = (): Record | undefined =>
    recordsIn(partitionable.parley.output).find((record) => wanted.every(([name, value]) => record[name] === value));
  await eventually(() => found() !== undefined);
  return found()!;
};

describe('an error of a database that is away', () => {
  it('of an event has the same fault id in the answer, in the log and in the trace', async () => {
    const { alice } = await users(partitionable.parley, 'alice');
    const phone = await alice.connect();
    partitionable.cable.cut();
    const { detail, request_id: requestId } = await phone.expectRefused('room.create', {
      type: 'GroupChat',
      name: 'quiet',
    });
    const [fault] = /[0-9a-f-]{36}/.exec(detail as string)!;
    const record = await recorded({ fault });
    expect(record).toMatchObject({
      level: 'error',
      context: 'ChatGateway',
      user: alice.id,
      event: 'room.create',
      request_id: requestId,
      connection: expect.any(String) as string,
    });
    expect(record).not.toHaveProperty('stack');
    const [span] = await collector.gets('room.create');
    expect(span).toMatchObject({ traceId: record.trace_id, status: { code: 2 } });
    expect(span!.attributes['parley.outcome']).toBe('failed');
    expect(collector.received).not.toContain('quiet');
    partitionable.cable.mend();
    await eventually(() => partitionable.isReady());
  });

  it('of an HTTP request has the same fault id in the answer, in the log and in the trace', async () => {
    const { bob } = await users(partitionable.parley, 'bob');
    partitionable.cable.cut();
    const answer = await fetch(`${partitionable.parley.url}/api/token/verify/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'X-Request-Id': 'asked-1' },
      body: JSON.stringify({ token: bob.tokens.access }),
    });
    partitionable.cable.mend();
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([503, 'asked-1']);
    const record = await recorded({ level: 'error', request_id: 'asked-1' });
    expect(record).toMatchObject({ context: 'Http' });
    expect(record).not.toHaveProperty('stack');
    await expect(recorded({ level: 'warn', request_id: 'asked-1' })).resolves.toMatchObject({
      msg: 'Could not answer a request',
      method: 'POST',
      path: '/api/token/verify/',
      status: 503,
    });
    const spans = await collector.gets('POST /api/token/verify');
    expect(spans.map(({ traceId, status: { code } }) => [traceId, code])).toContainEqual([record.trace_id, 2]);
  });
});
