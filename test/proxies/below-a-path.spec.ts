import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { caddy, haproxy, nginx } from '../long/deploy/programs.js';
import { Nodes } from '../long/deploy/nodes.js';
import { Proxy } from '../long/deploy/proxy.js';
import { connectMember, createGroup } from '../support/messaging.js';
import { openClient } from '../support/handshake.js';
import { users } from '../support/people.js';
import { FileClient, longTextFile, sendFiles } from '../support/uploads.js';

const PREFIX = '/chat';
/** More than a proxy lets pass for other requests. */
const LONG = 1_000_000;

const SETTINGS = {
  PUBLIC_URL: `https://chat.example.com${PREFIX}`,
  TRUST_PROXY: '127.0.0.1',
  WEB_CLIENT: 'on',
  ADMIN_PAGE: 'on',
  SERVE_DOCS: 'on',
};

let nodes: Nodes;

beforeAll(async () => {
  nodes = await Nodes.start(SETTINGS);
});
afterAll(() => nodes.stop());

describe.each([nginx, haproxy, caddy])('below a path, behind $name', (program) => {
  let proxy: Proxy;
  let url: string;

  beforeAll(async () => {
    proxy = await Proxy.start(program, nodes.serviceData, nodes.all);
    url = proxy.url + PREFIX;
  });
  afterAll(() => proxy.stop());

  const text = async (path: string): Promise<string> => {
    const response = await fetch(url + path);
    expect([path, response.status]).toEqual([path, 200]);
    return response.text();
  };

  it('connections open, and files are uploaded and read at the addresses that the service names', async () => {
    const { alice, bob } = await users(nodes.all[0]!, 'alice', 'bob');
    const device = await openClient(url, { token: alice.tokens.access });
    await device.receive('chat.notifications');
    const room = await createGroup(device, [await connectMember(bob)]);
    const client = new FileClient({ url }, alice);
    const { body, headers } = await client.create(room.id, longTextFile(LONG));
    expect(body.upload.url).toBe(`${PREFIX}/api/uploads/${body.upload_id}`);
    expect(headers.get('location') ?? body.upload.url).toBe(body.upload.url);
    expect((await client.append(body.upload_id, 0, longTextFile(LONG).bytes)).status).toBe(204);
    const { attachments } = await sendFiles(device, room.id, body.upload_id);
    const address = attachments[0]!.media_url;
    expect(address).toMatch(new RegExp(`^${PREFIX}/api/files/`));
    const file = await fetch(proxy.url + address);
    expect([file.status, (await file.arrayBuffer()).byteLength]).toEqual([200, LONG]);
    await device.close();
  });

  it('the web client, the other pages and the documentation load their files', async () => {
    expect(await text('/')).toContain('src="./assets/');
    for (const page of ['/setup', '/invite']) {
      const [, script = ''] = /src="\.(\/welcome\/assets\/[\w.-]+\.js)"/.exec(await text(page)) ?? [];
      expect(await text(script)).toContain('import');
    }
    for (const page of ['/admin', '/admin/users/ada']) {
      const html = await text(page);
      expect(html).toContain(`name="service-path" content="${PREFIX}/"`);
      const [script = ''] = /\/chat\/admin\/assets\/[\w.-]+\.js/.exec(html) ?? [];
      // The base of the addresses of the page, in the quotes of the bundler.
      expect(/["'`]\/chat\/admin\/["'`]/.test(await text(script.slice(PREFIX.length)))).toBe(true);
    }
    expect(await text('/docs/openapi.yaml')).toContain('openapi:');
    if (existsSync(join(import.meta.dirname, '../../dist/docs/index.html'))) {
      expect(await text('/docs')).toContain(`"${PREFIX}/docs/assets/`);
    }
  });

  it('metrics and health are not served', async () => {
    for (const path of ['/metrics', '/health/ready', '//metrics']) {
      expect([path, (await fetch(url + path)).status]).toEqual([path, 404]);
    }
  });
});
