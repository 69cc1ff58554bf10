import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { eventually } from '../support/eventually.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { caddy, haproxy } from '../long/deploy/programs.js';
import { Proxy } from '../long/deploy/proxy.js';
import { sendRequest } from '../long/deploy/requests.js';

/** A node waits two seconds for its database before it reports that it is not ready. */
const SLOW_MS = 1_600;
const NODES = 3;
const LOOKS = 3;

let serviceData: ServiceData;
let node: Server;
let looks: number;

/** Stands for the nodes: ready, but slow to answer, as with a slow database. */
beforeEach(async () => {
  serviceData = await newServiceData();
  looks = 0;
  node = createServer((request, response) => {
    if (request.url !== '/health/ready') return void response.end();
    looks += 1;
    setTimeout(() => response.end(), SLOW_MS);
  }).listen(0, '127.0.0.1');
  await once(node, 'listening');
});

afterEach(async () => {
  node.closeAllConnections();
  node.close();
  await serviceData.remove();
});

it.each([caddy, haproxy])('$name does not remove a node that answers its health check slowly', async (program) => {
  const { port } = node.address() as AddressInfo;
  const proxy = await Proxy.start(program, serviceData, Array<{ port: number }>(NODES).fill({ port }));
  try {
    await eventually(() => looks > LOOKS * NODES);
    await expect(sendRequest(proxy.url, '/')).resolves.toMatchObject({ status: 200 });
  } finally {
    await proxy.stop();
  }
});
