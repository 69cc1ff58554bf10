import type { Message, Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { connected } from '../support/database.js';
import type { Environment } from '../support/environment.js';
import { manyUsers } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { eventually } from '../support/eventually.js';
import { Service } from '../support/service.js';
import { PROFILES } from '../support/shared-services.js';
import { withShortNumbers } from '../support/short-numbers.js';
import { FileClient, longTextFile, sendFiles } from '../support/uploads.js';
import { LargestPages } from './largest-pages.js';

/** The limits of an installation: the specs of other folders raise them. */
const DEFAULT_LIMITS: Environment = Object.fromEntries(
  [
    'EVENTS_PER_SECOND',
    'EVENTS_BURST',
    'EVENTS_PER_SECOND_PER_USER',
    'EVENTS_BURST_PER_USER',
    'STORED_BYTES_PER_DAY',
    'MEMBERSHIPS_PER_USER',
    'CONNECTIONS_PER_USER',
    'STRANGERS_PER_HOUR',
    'HANDSHAKES_PER_SECOND',
    'API_REQUESTS_PER_SECOND',
    'API_REQUESTS_BURST',
    'FAILED_LOGINS_PER_MINUTE',
  ].map((name) => [name, undefined]),
);

/** Users in no room, fewer than STRANGERS_PER_HOUR. */
const OUTSIDERS = 15;

/** Just below MAX_JSON_BYTES. A request writes each number with four characters. */
export const LARGE = { n: Array<number>(360).fill(1e20) };
const MAX_ATTACHMENTS = 10;
/** The pictures of all previews are made one after the other. */
const PREVIEWS_MS = 120_000;
/** Of each user of the crowd. */
const LARGE_DRAFTS = 5;
/** 10,000 characters, most of which take four bytes, in words that a search may look for. */
const LONG = '💬'.repeat(6_000) + 'ab '.repeat(1_333);

/** Content, attachments and parent as large as a frame permits. */
export const largeMessage = (roomId: string, parent: Message | undefined) => ({
  room_id: roomId,
  content: LONG,
  extra_fields: {
    parent_message_id: parent?.id ?? null,
    media: Array.from({ length: MAX_ATTACHMENTS }, () => ({
      media_url: 'https://x.example/a',
      media_type: 'file',
      mime_type: 'text/csv',
      metadata: LARGE,
    })),
  },
});

/** Its name takes six bytes of JSON for each character. */
const LARGE_FILE = { ...longTextFile(500_000), filename: '\u0001'.repeat(400) };

/** The searches that cost most. */
const DIRECTORIES = { USER_DIRECTORY: 'everyone', CHANNEL_DIRECTORY: 'true' };

/** The first user of the crowd, which has one for each event, meets all others. */
const MANY_STRANGERS = { STRANGERS_PER_HOUR: '100' };

/** The options differ, and each is of characters of four bytes. */
const LARGEST_POLL = {
  options: Array.from({ length: 12 }, (_, at) => String.fromCodePoint(0x20000 + at).repeat(200)),
  multiple: true,
};

/**
 * A service with the limits of an installation, and users whose rooms and lists have the most that is allowed.
 * Everything was made through the wire, within the limits.
 */
export class World {
  private constructor(
    readonly service: Service,
    /** The users who may be expensive. All are in the hall. */
    readonly crowd: readonly TestUser[],
    /** The first half is in the hall, the others share no room with the crowd. */
    readonly bystanders: readonly TestUser[],
    /** Users in no room. */
    readonly outsiders: readonly TestUser[],
    /** A user of the crowd who is invited to many rooms, and is in none of them. */
    readonly invited: TestUser,
    /** The room of the crowd. */
    readonly hall: Room,
    /** A public Channel. */
    readonly plaza: Room,
    /**
     * For each user of the crowd, a room that the user has made and a large message of the user in the hall, pinned.
     */
    readonly rooms: readonly Room[],
    readonly messages: readonly Message[],
    /** A message with the largest poll and the largest previews in each of these rooms. */
    readonly spread: readonly Message[],
    /** A message in the hall that has started a thread, in which each user of the crowd has a large reply. */
    readonly thread: Message,
    /** For each user of the crowd, the id of a file that no message shows. */
    readonly uploads: readonly string[],
    /** The id of a file in the hall. */
    readonly file: string,
    /** The pages to which the messages of `spread` link. */
    readonly pages: LargestPages,
  ) {}

  async end(): Promise<void> {
    await this.service.stop();
    await this.pages.stop();
  }

  static async create(size: { readonly crowd: number; readonly bystanders: number }): Promise<World> {
    const pages = await LargestPages.start();
    const service = await Service.start({
      ...DEFAULT_LIMITS,
      ...DIRECTORIES,
      ...MANY_STRANGERS,
      ...PROFILES.links,
      INVITES: 'everyone',
      SIGN_UP: 'invitation',
    });
    const people = await manyUsers(service, size.crowd + size.bystanders + OUTSIDERS);
    const crowd = people.splice(0, size.crowd);
    const bystanders = people.splice(0, size.bystanders);
    const devices = await Promise.all(crowd.map((user) => user.connect()));
    const [first, invited] = [devices[0]!, crowd.at(-1)!];
    const extra_fields = { property: { preferences: LARGE } };
    const inHall = [...crowd, ...bystanders.slice(0, size.bystanders / 2)];
    const hall = await create(first, { type: 'GroupChat', name: 'Hall', participants: idsOf(inHall) });
    const plaza = await create(first, {
      type: 'Channel',
      name: 'Plaza',
      extra_fields: { ...extra_fields, is_public: true },
    });
    const rooms: Room[] = [];
    const messages: Message[] = [];
    const spread: Message[] = [];
    for (const device of devices) {
      const participants = idsOf(crowd.filter((user) => user !== invited));
      const room = await create(device, { type: 'GroupChat', name: '💬'.repeat(64), participants, extra_fields });
      rooms.push(room);
      const asked = { room_id: room.id, content: pages.links.join(' '), extra_fields: { poll: LARGEST_POLL } };
      spread.push((await send(device, 'message.send', asked)) as Message);
      messages.push((await send(device, 'message.send', largeMessage(hall.id, messages[0]))) as Message);
    }
    await Promise.all(
      rooms.map(({ id }, at) => send(devices[at]!, 'room.invite', { room_id: id, user_ids: [invited.id] })),
    );
    for (const { id } of messages) await send(first, 'message.pin', { message_id: id, pinned: true });
    const thread = (await send(first, 'message.send', { room_id: hall.id, content: 'x' })) as Message;
    for (const device of devices) {
      const { extra_fields: large, ...reply } = largeMessage(hall.id, messages[0]);
      await send(device, 'message.send', { ...reply, extra_fields: { ...large, thread_id: thread.id } });
    }
    for (const device of devices) {
      for (const { id } of messages.slice(0, LARGE_DRAFTS)) {
        await send(device, 'draft.set', { room_id: hall.id, thread_id: id, content: '💬'.repeat(10_000) });
      }
    }
    const uploads: string[] = [];
    for (const user of crowd) uploads.push(await new FileClient(service, user).upload(hall.id, LARGE_FILE));
    await areOfProduct(service, crowd, await create(first, { type: 'GroupChat', name: MARKET }));
    const [file] = await sendLargestFiles(service, first, crowd[0]!, hall);
    await Promise.all(devices.map((device, at) => eventually(() => hasPreviews(device, rooms[at]!), PREVIEWS_MS)));
    await Promise.all(devices.map((device) => device.close()));
    const inRooms = [hall, plaza, rooms, messages, spread, thread] as const;
    return new World(service, crowd, bystanders, people, invited, ...inRooms, uploads, file!, pages);
  }
}

/** The external id of a room, which the first user of the crowd has created. */
export const MARKET = 'market';
export const externalIdOf = ({ id }: { readonly id: number }): string => `crowd:${String(id)}`;

/** Gives the crowd and a room the ids of a product. */
async function areOfProduct({ serviceData }: Service, crowd: readonly TestUser[], { id }: Room): Promise<void> {
  const database = await connected(serviceData);
  await database.query(`UPDATE users SET external_id = 'crowd:' || id WHERE id = ANY ($1)`, [idsOf(crowd)]);
  await database.query('INSERT INTO room_external_ids (external_id, room_id) VALUES ($1, $2)', [MARKET, id]);
  await database.end();
}

/** Sends a message with as many files as possible, whose names are long. @returns their ids */
async function sendLargestFiles(service: Service, device: ChatClient, user: TestUser, hall: Room): Promise<string[]> {
  const ids: string[] = [];
  const client = new FileClient(service, user);
  while (ids.length < MAX_ATTACHMENTS) ids.push(await client.upload(hall.id, LARGE_FILE));
  await sendFiles(device, hall.id, ...ids);
  return ids;
}

/** Whether the first message of a room has a preview for each of its links. */
async function hasPreviews(device: ChatClient, { id: room_id }: Room): Promise<boolean> {
  const page = (await send(device, 'room.messages', { room_id })) as { data: { messages: Message[] } };
  return page.data.messages.some(({ link_previews: previews }) => previews.length === 3);
}

export const idsOf = (people: readonly { readonly id: number }[]): number[] => people.map(({ id }) => id);

const create = async (device: ChatClient, request: object): Promise<Room> =>
  (await send(device, 'room.create', request)) as Room;

async function send(device: ChatClient, event_type: string, data: object): Promise<unknown> {
  const request_id = crypto.randomUUID();
  device.sendText(withShortNumbers({ event_type, data, request_id }));
  const { data: answered, error } = await device.response(request_id);
  if (error) throw new Error(`${event_type} was refused: ${JSON.stringify(error)}`);
  return answered;
}
