import { connectCast, closeCast } from '../support/cast.js';
import type { Cast } from '../support/cast.js';
import { createGroup } from '../support/messaging.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { attachmentIn, FileClient, textFile } from '../support/uploads.js';

const DAY_MS = 86_400_000;
const ahead = (ms: number): string => new Date(Date.now() + ms).toISOString();

let parley: Service;
let cast: Cast;
let roomId: string;
let files: FileClient;

beforeAll(async () => {
  parley = await sharedService('fewItems');
});
beforeEach(async () => {
  cast = await connectCast(parley);
  roomId = (await createGroup(cast.phone, [{ user: cast.bob, device: cast.bobDevice }])).id;
  files = new FileClient(parley, cast.alice);
});
afterEach(() => closeCast(cast));

const mediaOf = (...ids: readonly string[]) => ({ media: ids.map((upload_id) => ({ upload_id })) });

/** @returns the id of the scheduled message */
async function schedule(...uploadIds: string[]): Promise<string> {
  const message = { room_id: roomId, content: 'later', extra_fields: mediaOf(...uploadIds) };
  const { data } = await cast.phone.request('message.schedule', { ...message, send_at: ahead(2 * DAY_MS) });
  return data.id;
}

const upload = (): Promise<string> => files.upload(roomId, textFile('for later'));
const statusOf = async (id: string): Promise<number> => (await files.pending(id)).status;
const expiryOf = async (id: string): Promise<number> => Date.parse((await files.pending(id)).body.expires_at);

describe('the files of a scheduled message', () => {
  it('are kept until a day after its time', async () => {
    const id = await upload();
    await schedule(id);
    expect(await expiryOf(id)).toBeGreaterThan(Date.now() + 2.9 * DAY_MS);
  });

  it('are given back when it is cancelled', async () => {
    const [one, other, unrelated] = [await upload(), await upload(), await upload()];
    const id = await schedule(one.toUpperCase(), other);
    await cast.laptop.request('schedule.cancel', { id });
    expect(await Promise.all([one, other, unrelated].map(statusOf))).toEqual([404, 404, 200]);
  });

  it('are given back when it names them no longer', async () => {
    const [kept, dropped, added] = [await upload(), await upload(), await upload()];
    const id = await schedule(kept, dropped);
    await cast.phone.request('schedule.update', { id, extra_fields: mediaOf(kept, added) });
    expect(await Promise.all([kept, dropped, added].map(statusOf))).toEqual([200, 404, 200]);
    await cast.phone.request('schedule.update', { id, content: 'without files', extra_fields: null });
    expect(await Promise.all([kept, added].map(statusOf))).toEqual([404, 404]);
  });

  it('are kept as long as another scheduled message names them', async () => {
    const id = await upload();
    const [one, other] = [await schedule(id.toUpperCase()), await schedule(id)];
    await cast.phone.request('schedule.cancel', { id: other });
    expect(await statusOf(id)).toBe(200);
    await cast.phone.request('schedule.cancel', { id: one });
    expect(await statusOf(id)).toBe(404);
  });

  it('are given back when two messages that name them are cancelled at once', async () => {
    const id = await upload();
    const scheduled = [await schedule(id), await schedule(id)];
    await Promise.all(scheduled.map((each) => cast.phone.request('schedule.cancel', { id: each })));
    expect(await statusOf(id)).toBe(404);
  });

  it('stay with a message that was sent with them before', async () => {
    const id = await upload();
    const scheduled = await schedule(id);
    const sent = { room_id: roomId, content: 'now', extra_fields: mediaOf(id), client_message_id: scheduled };
    const { data: message } = await cast.phone.request('message.send', sent);
    await cast.phone.request('schedule.cancel', { id: scheduled });
    const { media_url } = attachmentIn(message);
    expect((await files.read(media_url)).status).toBe(200);
  });

  it('are kept while it is refused, and given back when its author cancels it then', async () => {
    const { bobDevice, phone } = cast;
    const own = new FileClient(parley, cast.bob);
    const id = await own.upload(roomId, textFile('refused'));
    const message = { room_id: roomId, content: 'too late', extra_fields: mediaOf(id), send_at: ahead(1_500) };
    const { data: item } = await bobDevice.request('message.schedule', message);
    await phone.request('room.modify', { room_id: roomId, action: 'update', data: { group_locked: true } });
    await bobDevice.receive('schedulecancel.dispatch', ({ data }) => data.reason !== null);
    expect((await own.pending(id)).status).toBe(200);
    await bobDevice.request('schedule.cancel', { id: item.id });
    expect((await own.pending(id)).status).toBe(404);
  });

  it('are deleted with their room', async () => {
    const id = await upload();
    await schedule(id);
    await cast.phone.request('room.modify', { room_id: roomId, action: 'delete' });
    expect(await statusOf(id)).toBe(404);
  });
});
