import type { Message, Room } from '@parley/protocol';

import type { Frame } from './frames.js';
import type { Member } from './messaging.js';

/** An act of a user in a room, on some of its messages or on another user. */
export interface Step {
  readonly act: keyof typeof ACTS;
  readonly actor: number;
  readonly where: number;
  readonly which: readonly number[];
}

interface Scene {
  readonly history: RandomHistory;
  readonly room: Room;
  /** The acting user. */
  readonly actor: Member;
  /** The affected user, if the act has one. */
  readonly target: Member;
  /** The affected messages of the room; empty if the act affects none. */
  readonly messages: readonly Message[];
  /** The affected message with a poll; undefined: the room has none. */
  readonly poll: Message | undefined;
  /** The chosen options of the poll. */
  readonly options: readonly number[];
}

type Act = (scene: Scene) => Promise<unknown>;

const modify =
  (action: string, dataOf: (scene: Scene) => object = () => ({})): Act =>
  (scene) =>
    scene.history.attempt(scene.actor, 'room.modify', { room_id: scene.room.id, action, data: dataOf(scene) });

/** A reply in the thread of a message, or in the thread that it starts. */
const replyInThread =
  (alsoToRoom: boolean): Act =>
  async ({ history, room, actor, messages: [message] }) =>
    message && history.sends(actor, room, { thread_id: message.thread?.id ?? message.id, also_to_room: alsoToRoom });

/** The texts of the options of each poll. */
const OPTIONS = ['tea', 'coffee', 'water'];

const users = ({ target }: Scene): object => ({ users: [target.user.id] });

const ACTS = {
  send: ({ history, room, actor }) => history.sends(actor, room, {}),
  reply: ({ history, room, actor, messages: [parent] }) =>
    parent && history.sends(actor, room, { parent_message_id: parent.id }),
  replyInThread: replyInThread(false),
  replyInThreadAndRoom: replyInThread(true),
  ask: ({ history, room, actor }) => history.sends(actor, room, { poll: { options: OPTIONS, multiple: true } }),
  vote: ({ history, actor, poll, options }) => poll && history.votes(actor, poll, options),
  closePoll: ({ history, actor, poll }) => poll && history.attempt(actor, 'poll.close', { message_id: poll.id }),
  edit: ({ history, messages: [message] }) =>
    message &&
    history.attempt(history.senderOf(message), 'message.modify', {
      action: 'update',
      message_id: message.id,
      extra_fields: { content: history.newText() },
    }),
  delete: ({ history, actor, messages }) =>
    messages.length > 0 &&
    history.attempt(actor, 'message.modify', { action: 'delete', message_id: messages.map(({ id }) => id) }),
  react: ({ history, actor, messages: [message] }) =>
    message &&
    history.attempt(actor, 'message.react', {
      type: 'add',
      message_id: message.id,
      reaction_content: history.newText(),
    }),
  removeReaction: async ({ history, actor, messages: [message] }) => {
    if (!message) return undefined;
    const reaction = { message_id: message.id, reaction_content: history.newText() };
    await history.attempt(actor, 'message.react', { type: 'add', ...reaction });
    return history.attempt(actor, 'message.react', { type: 'remove', ...reaction });
  },
  pin: ({ history, actor, messages: [message] }) =>
    message && history.attempt(actor, 'message.pin', { message_id: message.id, pinned: true }),
  unpin: ({ history, actor, messages: [message] }) =>
    message && history.attempt(actor, 'message.pin', { message_id: message.id, pinned: false }),
  read: ({ history, room, actor, messages: [message] }) =>
    history.attempt(actor, 'message.read', { room_id: room.id, up_to_seq: message?.seq ?? 1 }),
  add: ({ history, room, actor, target }) =>
    history.attempt(actor, 'room.add_members', { room_id: room.id, members: [target.user.id] }),
  remove: ({ history, room, actor, target }) =>
    history.attempt(actor, 'room.remove_members', { room_id: room.id, members: [target.user.id] }),
  join: ({ history, room, actor }) => history.attempt(actor, 'room.join', { room_id: room.id }),
  leave: ({ history, room, actor }) => history.attempt(actor, 'room.leave', { room_id: room.id }),
  rename: modify('update', ({ history }) => ({ name: history.newText() })),
  prefer: modify('update', ({ history }) => ({ property: { preferences: { colour: history.newText() } } })),
  addAdmin: modify('add_admin', users),
  removeAdmin: modify('remove_admin', users),
  addModerator: modify('add_moderator', users),
  endRoom: modify('delete'),
  makeGroup: ({ history, actor, target }) =>
    history.create(actor, { type: 'GroupChat', participants: [target.user.id] }),
  makeChannel: ({ history, actor }) => history.create(actor, { type: 'Channel', extra_fields: { is_public: true } }),
  chat: ({ history, actor, target }) => history.create(actor, { type: 'OneToOneChat', participants: [target.user.id] }),
} satisfies Record<string, (scene: Scene) => unknown>;

export const acts = Object.keys(ACTS) as Step['act'][];

/** Random acts of a few users in their rooms, allowed or not. A refused act changes nothing. */
export class RandomHistory {
  readonly rooms: Room[] = [];
  /** The acts that the service has allowed. */
  readonly steps = new Set<string>();
  /** The last allowed votes of each user, by the message of the poll and by user. */
  readonly cast = new Map<string, Map<number, readonly number[]>>();
  private readonly messages = new Map<string, Message[]>();
  private texts = 0;

  constructor(private readonly people: readonly Member[]) {}

  async step({ act, actor, where, which }: Step): Promise<void> {
    const room = this.rooms[where % this.rooms.length]!;
    const known = this.messages.get(room.id) ?? [];
    const picked = known.length === 0 ? [] : which.map((at) => known[at % known.length]!);
    const messages = [...new Set(picked)];
    const polls = known.filter((message) => message.poll);
    const poll = polls[(which[0] ?? 0) % (polls.length || 1)];
    const options = [...new Set(which.map((at) => at % OPTIONS.length))];
    const target = this.member(actor + 1 + (which[0] ?? 0));
    const scene = { history: this, room, actor: this.member(actor), target, messages, poll, options };
    const frame = (await ACTS[act](scene)) as Frame | undefined;
    if (frame?.eventType !== undefined) this.steps.add(act);
  }

  attempt({ device }: Member, eventType: string, data: object): Promise<Frame> {
    return device.response(device.sendRequest(eventType, data));
  }

  async sends(actor: Member, { id }: Room, extra_fields: object): Promise<Frame> {
    const frame = await this.attempt(actor, 'message.send', { room_id: id, content: this.newText(), extra_fields });
    if (frame.data) this.messages.set(id, [...(this.messages.get(id) ?? []), frame.data as Message]);
    return frame;
  }

  async votes(actor: Member, { id }: Message, options: readonly number[]): Promise<Frame> {
    const frame = await this.attempt(actor, 'poll.vote', { message_id: id, options });
    if (frame.data) this.cast.set(id, new Map(this.cast.get(id)).set(actor.user.id, options));
    return frame;
  }

  async create(actor: Member, request: object): Promise<Frame> {
    const name = 'participants' in request && 'type' in request && request.type === 'OneToOneChat' ? {} : { name: 'x' };
    const frame = await this.attempt(actor, 'room.create', { ...request, ...name });
    if (frame.data) this.rooms.push(frame.data as Room);
    return frame;
  }

  /** Removes everything, for the next test. */
  async finish(): Promise<void> {
    const rooms = this.rooms.splice(0).map(({ id: room_id }) => ({ room_id }));
    const everybodyTries = (eventType: string, data: object): Promise<Frame[]> =>
      Promise.all(this.people.map((actor) => this.attempt(actor, eventType, data)));
    await Promise.all(rooms.map((room) => everybodyTries('room.modify', { ...room, action: 'delete', data: {} })));
    await Promise.all(rooms.map((room) => everybodyTries('room.leave', room)));
  }

  senderOf({ sender }: Message): Member {
    return this.people.find(({ user }) => user.id === sender.id)!;
  }

  newText(): string {
    return `text ${String(++this.texts)}`;
  }

  private member(at: number): Member {
    return this.people[at % this.people.length]!;
  }
}
