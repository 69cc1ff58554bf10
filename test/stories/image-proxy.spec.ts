import sharp from 'sharp';

import { PageServer } from '../support/page-server.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { FileClient } from '../support/uploads.js';

let parley: Service;
let pages: PageServer;
let alice: TestUser;

const blank = () => sharp({ create: { width: 30, height: 20, channels: 3, background: { r: 0, g: 90, b: 0 } } });

beforeAll(async () => {
  parley = await sharedService('links');
  pages = await PageServer.start();
  ({ alice } = await users(parley, 'alice'));
});
afterAll(() => pages.stop());

const proxied = (url: string): string => `/api/images/?url=${encodeURIComponent(url)}`;
const reads = (url: string, service = parley, who: TestUser | undefined = alice) =>
  new FileClient(service, who).read(proxied(url));

describe('the proxy of pictures', () => {
  it('serves a picture of another host, written anew, and fetches it once for all', async () => {
    const withPlace = await blank()
      .withExif({ IFD3: { GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer();
    const url = pages.serves('/place.jpg', withPlace, 'image/jpeg');
    const { bob } = await users(parley, 'bob');
    const answers = [await reads(url), await reads(url), await reads(`${url}#part`, parley, bob)];
    for (const { status, headers, body } of answers) {
      expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      expect(headers.get('cache-control')).toBe('private, max-age=86400');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain('sandbox');
      const { width, height, exif } = await sharp(body).metadata();
      expect([width, height, exif]).toEqual([30, 20, undefined]);
    }
    expect(pages.requests('/place.jpg')).toBe(1);
  });

  it('keeps the frames of an animation', async () => {
    const frames = await Promise.all(
      [1, 2, 3].map((n) =>
        blank()
          .tint({ r: n * 80, g: 0, b: 0 })
          .png()
          .toBuffer(),
      ),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const { body } = await reads(pages.serves('/moving.gif', moving, 'image/gif'));
    expect((await sharp(body, { animated: true }).metadata()).pages).toBe(3);
  });

  it.each([
    ['text', 415, 'unsupported_media_type', 'hello', 'image/png'],
    ['an SVG', 415, 'unsupported_media_type', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['a page', 415, 'unsupported_media_type', '<html></html>', 'text/html'],
    ['a damaged picture', 415, 'unsupported_media_type', Buffer.from('\x89PNG\r\n\x1A\n\0\0', 'latin1'), 'image/png'],
    ['more than 5 MiB', 502, 'bad_gateway', Buffer.alloc(5_242_881), 'image/png'],
  ] as const)('refuses %s', async (name, status, code, body, type) => {
    const answer = await reads(pages.serves(`/${encodeURIComponent(name)}`, Buffer.from(body), type));
    expect([answer.status, JSON.parse(answer.body.toString())]).toEqual([
      status,
      { code, detail: expect.any(String) as unknown },
    ]);
  });

  it.each([
    ['nothing', 400, 'invalid'],
    ['javascript:alert(1)', 400, 'invalid'],
    ['http://localhost/picture.png', 403, 'not_public'],
    ['http://169.254.169.254/latest/meta-data', 403, 'not_public'],
    ['http://[::1]/picture.png', 403, 'not_public'],
  ])('refuses %s', async (url, status, code) => {
    const answer = await reads(url);
    expect([answer.status, JSON.parse(answer.body.toString())]).toMatchObject([status, { code }]);
  });

  it('refuses a request without a URL, or with several', async () => {
    for (const query of ['', '?url=', '?url=a&url=b', '?url[a]=b']) {
      const { status } = await new FileClient(parley, alice).read(`/api/images/${query}`);
      expect([query, status]).toEqual([query, 400]);
    }
  });

  it('serves nobody without a token, and nothing while it is off', async () => {
    const url = pages.serves('/secret.png', await blank().png().toBuffer(), 'image/png');
    expect((await reads(url, parley, { tokens: { access: 'x' } } as TestUser)).status).toBe(401);
    const off = await sharedService();
    const { carol } = await users(off, 'carol');
    expect((await reads(url, off, carol)).status).toBe(404);
    expect(pages.requests('/secret.png')).toBe(0);
  });

  it('answers a user with 429 who requests too many', async () => {
    const { dave } = await users(parley, 'dave');
    const client = new FileClient(parley, dave);
    const statuses = new Set<number>();
    for (let left = 130; left > 0; left -= 1) statuses.add((await client.read(proxied('nothing'))).status);
    expect(statuses).toEqual(new Set([400, 429]));
    expect((await reads('nothing')).status).toBe(400);
  });
});
