import sharp from 'sharp';

import { connected } from '../support/database.js';
import { violatedInvariants } from '../support/invariants.js';
import { closeRoomsFixture, createRoomsFixture, others } from '../support/rooms-fixture.js';
import type { RoomsFixture } from '../support/rooms-fixture.js';
import { Service } from '../support/service.js';
import { attachmentIn, FileClient, sendFiles, sha256 } from '../support/uploads.js';
import type { TestFile } from '../support/uploads.js';

let parley: Service;
let fixture: RoomsFixture;
let alice: FileClient;

beforeAll(async () => {
  // Its whole database is judged.
  parley = await Service.start({});
  fixture = await createRoomsFixture(parley);
  alice = new FileClient(parley, fixture.alice);
});
afterAll(async () => {
  await closeRoomsFixture(fixture);
  await parley.stop();
});

/**
 * A photograph that a phone has taken sideways: 900 x 1,600 pixels as it is seen, with the place where it was taken.
 */
async function photograph(): Promise<TestFile> {
  const pixels = sharp({ create: { width: 1_600, height: 900, channels: 3, background: '#3366cc' } });
  const bytes = await pixels
    .withExifMerge({ IFD3: { GPSLatitude: '52/1 31/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  return { filename: 'IMG_0001.JPG', mime_type: 'image/jpeg', bytes };
}

describe('an uploaded picture', () => {
  it('stands upright, says nothing about its place, and has its size and a thumbnail', async () => {
    const id = await alice.upload(fixture.group.id, await photograph());
    const message = await sendFiles(fixture.phone, fixture.group.id, id);
    for (const device of others(fixture, fixture.group)) await device.receive('message.dispatch');
    const attachment = attachmentIn(message);
    expect(attachment).toMatchObject({ media_type: 'image', mime_type: 'image/jpeg', width: 900, height: 1_600 });
    const picture = await alice.read(attachment.media_url);
    expect(picture.headers.get('content-type')).toBe('image/jpeg');
    expect([sha256(picture.body), picture.body.length]).toEqual([attachment.sha256, attachment.file_size]);
    const metadata = await sharp(picture.body).metadata();
    expect([metadata.width, metadata.height, metadata.exif]).toEqual([900, 1_600, undefined]);
    const thumbnail = await alice.read(attachment.thumbnail_url!);
    expect(thumbnail.headers.get('content-type')).toBe('image/webp');
    expect(await sharp(thumbnail.body).metadata()).toMatchObject({ format: 'webp', width: 270, height: 480 });
  });

  it('takes as much of the quota as it has bytes when it is larger than it was sent', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const pixels = sharp({ create: { width: 800, height: 800, channels: 3, background: 'grey', noise } });
    const bytes = await pixels.jpeg({ quality: 10 }).toBuffer();
    const id = await alice.upload(fixture.group.id, { filename: 'coarse.jpg', mime_type: 'image/jpeg', bytes });
    const served = (await alice.pending(id)).body.file_size;
    expect(served).toBeGreaterThan(1.5 * bytes.length);
    const database = await connected(parley.serviceData);
    const charged = 'SELECT charged_bytes::int AS charged FROM uploads WHERE id = $1';
    const { rows } = await database.query<{ charged: number }>(charged, [id]);
    expect(rows).toEqual([{ charged: Math.ceil(served / 4_096) * 4_096 }]);
    expect(await violatedInvariants(database)).toEqual({});
    await database.end();
  });

  it('with pixels for gigabytes is refused, and the service goes on', async () => {
    const pixels = sharp({ create: { width: 16_000, height: 16_000, channels: 3, background: 'black' } });
    const bytes = await pixels.png({ compressionLevel: 9 }).toBuffer();
    const bomb = { filename: 'small.png', mime_type: 'image/png', bytes };
    const { body } = await alice.create(fixture.group.id, bomb);
    expect(await alice.append(body.upload_id, 0, bytes)).toMatchObject({
      status: 422,
      body: { code: 'too_many_pixels' },
    });
  });
});
