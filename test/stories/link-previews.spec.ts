import type { LinkPreview, Message } from '@parley/protocol';
import sharp from 'sharp';

import type { ChatClient } from '../support/chat-client.js';
import { ClientState, syncInto } from '../support/client-state.js';
import { eventually } from '../support/eventually.js';
import { GroupFixture } from '../support/group-fixture.js';
import { allReceive, historyOf } from '../support/messaging.js';
import { PageServer } from '../support/page-server.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { FileClient } from '../support/uploads.js';

let parley: Service;
let fixture: GroupFixture;
let pages: PageServer;
let picture: Buffer;

beforeAll(async () => {
  parley = await sharedService('links');
  pages = await PageServer.start();
  fixture = await GroupFixture.create(parley);
  const background = { r: 200, g: 20, b: 20 };
  picture = await sharp({ create: { width: 1_200, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer();
});
beforeEach(() => fixture.createRoom());
/** Every device has received what its story expects, and no more. */
afterEach(async () => {
  await expect(fixture.drain()).resolves.toEqual([]);
});
afterAll(() => pages.stop());

const TEXTS = { title: 'The title', description: 'The text', site: 'The site' };
const NO_IMAGE = { image_upload_id: null, image_url: null, image_width: null, image_height: null };

let count = 0;
/** A page with a new address. */
const newPage = (fields: Readonly<Record<string, string>> = {}): string =>
  pages.page(`/page-${String(++count)}`, {
    title: TEXTS.title,
    description: TEXTS.description,
    site_name: TEXTS.site,
    ...fields,
  });

/** Waits until every device has the previews of a message. */
async function previewed(message: Pick<Message, 'id'>): Promise<readonly LinkPreview[]> {
  const { data, seq } = await allReceive([...fixture.allExcept(fixture.outsiderDevice)], 'messagepreview.dispatch');
  expect(data.message_id).toBe(message.id);
  expect(seq).toBeGreaterThan(0);
  return data.link_previews;
}

const inHistory = async (device: ChatClient, { id }: Pick<Message, 'id'>): Promise<Message | undefined> =>
  (await historyOf(device, fixture.room)).find((message) => message.id === id);

const edits = async ({ id }: Message, content: string): Promise<Message> => {
  const { data } = await fixture.phone.request('message.modify', {
    action: 'update',
    message_id: id,
    extra_fields: { content },
  });
  await allReceive(fixture.allExcept(fixture.phone), 'messagemodification.dispatch');
  return (data as { message: Message }).message;
};

const statusesOf = (path: string): Promise<number[]> => {
  const { alice, bob } = fixture;
  return Promise.all(
    [alice, bob, undefined].map(async (user) => (await new FileClient(parley, user).read(path)).status),
  );
};

describe('a link of a message', () => {
  it('gets a preview on every device, in the history and in a later sync', async () => {
    const { phone, bobDevice, carolDevice } = fixture;
    const copy = new ClientState();
    await syncInto(carolDevice, copy);
    const url = newPage();
    const message = await fixture.sendAndDeliver(phone, `Look at ${url}!`);
    expect(message.link_previews).toEqual([]);
    const expected = [{ url, ...TEXTS, ...NO_IMAGE }];
    expect(await previewed(message)).toEqual(expected);
    expect((await inHistory(bobDevice, message))?.link_previews).toEqual(expected);
    // Carol's device lost the frames.
    await syncInto(carolDevice, copy);
    const shown = copy.messages().find(({ id }) => id === message.id);
    expect(shown?.link_previews).toEqual(expected);
  });

  it('has the picture of its page, written anew, which only members read, and nobody after the deletion', async () => {
    const { phone, laptop, bob, bobDevice, carolDevice } = fixture;
    pages.serves('/picture.jpg', picture, 'image/jpeg');
    const url = newPage({ image: '/picture.jpg' });
    const message = await fixture.sendAndDeliver(phone, url);
    const [preview] = await previewed(message);
    expect(preview).toMatchObject({ url, image_width: 480, image_height: 240 });
    const path = `/api/files/${preview!.image_upload_id!}`;
    expect(await statusesOf(path)).toEqual([200, 200, 401]);
    const { body, headers } = await new FileClient(parley, undefined).read(preview!.image_url!);
    expect(headers.get('content-type')).toBe('image/webp');
    expect(await sharp(body).metadata()).toMatchObject({ format: 'webp', width: 480, height: 240 });
    await bobDevice.request('room.leave', { room_id: fixture.room.id });
    for (const device of [phone, laptop, carolDevice]) await device.receive('roomremovemembers.dispatch');
    expect((await new FileClient(parley, bob).read(path)).status).toBe(404);
    await phone.request('message.modify', { action: 'delete', message_id: message.id });
    for (const device of [laptop, carolDevice]) await device.receive('messagemodification.dispatch');
    expect(await statusesOf(path)).toEqual([404, 404, 401]);
    expect((await new FileClient(parley, undefined).read(preview!.image_url!)).status).toBe(404);
  });

  it('is fetched once for several messages', async () => {
    const { phone, bobDevice } = fixture;
    pages.serves('/once.jpg', picture, 'image/jpeg');
    const url = newPage({ image: '/once.jpg' });
    const [first] = await previewed(await fixture.sendAndDeliver(phone, url));
    const [second] = await previewed(await fixture.sendAndDeliver(bobDevice, `${url} ${url}`));
    expect(second).toMatchObject({ ...TEXTS, url, image_width: 480 });
    expect(second!.image_upload_id).not.toBe(first!.image_upload_id);
    expect([pages.requests(new URL(url).pathname), pages.requests('/once.jpg')]).toEqual([1, 1]);
  });

  it('gets a preview with up to two others, of those that lead to pages which say something, in one change', async () => {
    const urls = [newPage(), `${pages.url}/missing`, newPage({ title: '' }), newPage()];
    pages.serves('/empty', '', 'text/html');
    const message = await fixture.sendAndDeliver(fixture.phone, urls.join(' '));
    expect((await previewed(message)).map(({ url }) => url)).toEqual([urls[0], urls[2]]);
    expect(pages.requests(new URL(urls[3]!).pathname)).toBe(0);
  });

  it('is neither fetched in code, nor at an address that is not public', async () => {
    const { phone } = fixture;
    const [hidden, shown] = [newPage(), newPage()];
    const inner = shown.replace('127.0.0.1', 'localhost');
    await fixture.sendAndDeliver(phone, `\`${hidden}\` ${inner}`);
    const message = await fixture.sendAndDeliver(phone, shown);
    await previewed(message);
    expect([hidden, shown].map((url) => pages.requests(new URL(url).pathname))).toEqual([0, 1]);
  });

  it('loses its preview by an edit that drops it, and a new link gets one', async () => {
    const { phone, bobDevice } = fixture;
    const [first, second] = [newPage(), newPage({ title: 'Second' })];
    const message = await fixture.sendAndDeliver(phone, first);
    await previewed(message);
    expect((await edits(message, `${first} and more`)).link_previews).toHaveLength(1);
    expect((await edits(message, second)).link_previews).toEqual([]);
    expect(await previewed(message)).toMatchObject([{ url: second, title: 'Second' }]);
    expect((await edits(message, 'no link')).link_previews).toEqual([]);
    expect((await inHistory(bobDevice, message))?.link_previews).toEqual([]);
  });
});

describe('the removal of a preview', () => {
  const remove = (device: ChatClient, message: Message, url: string) =>
    device.request('message.remove_preview', { message_id: message.id, url });

  it('is for the author, who removes it for all, for good', async () => {
    const { phone, bobDevice } = fixture;
    pages.serves('/gone.jpg', picture, 'image/jpeg');
    const [removed, kept] = [newPage({ image: '/gone.jpg' }), newPage()];
    const message = await fixture.sendAndDeliver(phone, `${removed} ${kept}`);
    const [{ image_upload_id: image }] = (await previewed(message)) as [LinkPreview];
    const { data } = await remove(phone, message, removed);
    expect(data).toMatchObject({ message_id: message.id, link_previews: [{ url: kept }] });
    expect((await allReceive(fixture.allExcept(phone), 'messagepreview.dispatch')).data).toEqual(data);
    await eventually(async () => (await statusesOf(`/api/files/${image!}`)).join() === '404,404,401');
    const again = await remove(phone, message, removed);
    expect([again.data, again.meta]).toEqual([data, { changed: false }]);
    expect((await edits(message, `${removed} ${kept} again`)).link_previews).toHaveLength(1);
    const other = await fixture.sendAndDeliver(phone, removed);
    expect(await previewed(other)).toHaveLength(1);
    expect((await inHistory(bobDevice, message))?.link_previews.map(({ url }) => url)).toEqual([kept]);
  });

  it('is refused to others, and for a link without a preview', async () => {
    const { phone, bobDevice, outsiderDevice } = fixture;
    const url = newPage();
    const message = await fixture.sendAndDeliver(phone, url);
    await previewed(message);
    const refused = (device: ChatClient, link: string) =>
      device.expectRefused('message.remove_preview', { message_id: message.id, url: link });
    await expect(refused(bobDevice, url)).resolves.toMatchObject({ code: 4002 });
    await expect(refused(outsiderDevice, url)).resolves.toMatchObject({ code: 4004 });
    await expect(refused(phone, `${url}?`)).resolves.toMatchObject({ code: 4004 });
  });
});
