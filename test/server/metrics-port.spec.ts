import { once } from 'node:events';

import { WebSocket } from 'ws';

import { eventually } from '../support/eventually.js';
import { users } from '../support/people.js';
import { Service } from '../support/service.js';

const PATHS = ['/metrics', '/health', '/health/live', '/health/ready'];
const NOT_FOUND = { detail: 'Not found.', code: 'not_found' };

let parley: Service;

beforeAll(async () => {
  parley = await Service.start({ METRICS_PORT: '0', SHUTDOWN_SECONDS: '5' });
});
afterAll(() => parley.stop());

const metricsUrl = (): string => /Metrics and health are at (\S+)/.exec(parley.output)![1]!;

describe('METRICS_PORT', () => {
  it('moves metrics and health from the public port to its own', async () => {
    for (const path of PATHS) {
      expect((await fetch(`${metricsUrl()}${path}`)).status).toBe(200);
      for (const variant of [path, path.toUpperCase(), `${path}/`, `${path}?x=1`]) {
        const answer = await fetch(`${parley.url}${variant}`);
        expect([answer.status, await answer.json()]).toEqual([404, NOT_FOUND]);
      }
    }
    expect(await (await fetch(`${metricsUrl()}/metrics`)).text()).toContain('parley_connections');
  });

  it('serves nothing else', async () => {
    const { alice } = await users(parley, 'alice');
    for (const path of ['/', '/docs/', '/api/rooms/', '/healthy', '/metrics/../api/rooms/']) {
      const answer = await fetch(`${metricsUrl()}${path}`, { headers: { authorization: 'Bearer x' } });
      expect(answer.status).toBe(404);
    }
    const login = await fetch(`${metricsUrl()}/api/token/`, { method: 'POST' });
    expect([login.status, await login.json()]).toEqual([404, NOT_FOUND]);
    const socket = new WebSocket(`${metricsUrl().replace('http', 'ws')}/messaging/?token=${alice.tokens.access}`);
    const [error] = (await once(socket, 'error')) as [Error];
    expect(error.message).toMatch(/404|hang up/);
  });
});

describe('a start with METRICS_PORT', () => {
  it('fails with a message if the port is in use', async () => {
    const { port } = new URL(parley.url);
    const { code, errors } = await Service.expectStartFailure({ METRICS_PORT: port });
    expect([code, errors]).toEqual([1, expect.stringMatching(/is in use: .*set METRICS_PORT/)]);
  });
});

describe('METRICS_PORT at a stop', () => {
  it('reports the shutdown to probes until the process ends', async () => {
    const { alice } = await users(parley, 'alice');
    const unresponsive = new WebSocket(`${parley.url.replace('http', 'ws')}/messaging/?token=${alice.tokens.access}`);
    await once(unresponsive, 'open');
    unresponsive.pause(); // Keeps the process draining for a while.
    const url = metricsUrl();
    const exit = parley.kill('SIGTERM');
    await eventually(async () => (await fetch(`${url}/health/ready`)).status === 503);
    await expect(exit).resolves.toMatchObject({ code: 0 });
    unresponsive.terminate();
  });
});
