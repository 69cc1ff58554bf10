import type { Message, ServerEvent, User } from '@parley/protocol';

import type { Ledger } from '../ledger/ledger.js';
import type { MessageState } from '../ledger/message-state.js';
import { withMarker } from '../ledger/sent-message.js';
import type { PollPart, Sending, ThreadPart } from '../ledger/sent-message.js';
import type { ChangeAttempt } from '../ledger/tracked-value.js';
import type { Action } from './action-scheduler.js';
import type { Device } from './device.js';
import type { Random, Some } from './random.js';
import type { RecentMessages } from './recent-messages.js';

const TEXTS: Some<string> = ['Good morning', 'Где вы?', 'كيف حالك', '好的 👍🏽', 'a\u0000b', '🧑‍🚀'.repeat(20)];
const REACTIONS: Some<string> = ['👍', '❤️', '🎉', 'nice', '🙈'];

/** The parts of a new message besides its text. */
type MessageParts = Pick<Sending, 'thread' | 'poll'>;

/** A user of the run. Its methods create requests. */
export class Member {
  private readonly sent: { readonly sending: Sending; readonly id: string }[] = [];
  private lastNumber = 0;

  constructor(
    readonly user: User,
    readonly rooms: Some<string>,
    readonly devices: readonly Device[],
    private readonly ledger: Ledger,
    private readonly random: Random,
    private readonly recent: RecentMessages,
  ) {}

  readyDevices(): Device[] {
    return this.devices.filter(({ mayRequest }) => mayRequest);
  }

  /** A new message in one of the rooms. */
  send(roomId?: string, parts: MessageParts = {}): Action {
    return this.sending({ ...this.newMessage(roomId), ...parts });
  }

  /** A message in one of the rooms, which the deployment is to send later. @param sendAt milliseconds since 1970 */
  schedule(sendAt: number): Action {
    const message = this.newMessage();
    const { roomId: room_id, content, clientMessageId: client_message_id } = message;
    return {
      eventType: 'message.schedule',
      data: { room_id, content, client_message_id, send_at: new Date(sendAt).toISOString() },
      begin: () => {
        const attempt = this.ledger.recordAttempt(message, performance.now());
        return {
          accepted: () => this.ledger.scheduled.accept(message, sendAt),
          refused: (code) => attempt.refused(code),
        };
      },
    };
  }

  /** Cancels the messages that are not due yet. */
  cancelScheduled(): Action[] {
    const { scheduled } = this.ledger;
    return scheduled.undue(this.user.username).map((message) =>
      change('schedule.cancel', { id: message.clientMessageId }, () => ({
        accepted: () => scheduled.cancel(message),
        refused: () => undefined,
      })),
    );
  }

  /** Sends an accepted message again, as by a device that did not receive the answer. */
  resend(): Action | undefined {
    const { sending, id } = this.random.pick(this.sent) ?? {};
    return sending && id !== undefined ? this.sending(sending) : undefined;
  }

  edit(): Action | undefined {
    const { sending, state } = this.pickOwn() ?? {};
    if (!state || !sending) return undefined;
    const content = withMarker(sending.clientMessageId, `edited ${String(++this.lastNumber)}`);
    const data = { room_id: sending.roomId, action: 'update', message_id: state.id, extra_fields: { content } };
    return change('message.modify', data, state.text.attempt(content));
  }

  delete(): Action | undefined {
    const { state, sending } = this.pickOwn() ?? {};
    if (!state || !sending) return undefined;
    const data = { room_id: sending.roomId, action: 'delete', message_id: state.id };
    return change('message.modify', data, state.deleted.attempt(true));
  }

  react(): Action | undefined {
    const room_id = this.random.pick(this.rooms);
    const state = this.ledger.state(this.random.pick(this.recent.messagesOf(room_id)) ?? '');
    const own = state?.reactionOf(this.user.id);
    if (!state || !own?.isIdle || !state.deleted.isPossible(false)) return undefined;
    const before = this.random.chance(0.3) ? own.settled : undefined;
    const named = { room_id, message_id: state.id };
    if (before !== undefined) return reacting('remove', named, before, own.attempt(undefined));
    const reaction = this.random.pick(REACTIONS) + String(++this.lastNumber);
    return reacting('add', named, reaction, own.attempt(reaction));
  }

  /** Makes a room a favourite, or ends that: a change of the private state. */
  favourite(): Action | undefined {
    const room_id = this.random.pick(this.rooms);
    const tracked = this.ledger.favourite(this.user.username, room_id);
    if (!tracked.isIdle || !this.devices.some(({ hasPrivateState }) => hasPrivateState)) return undefined;
    const favourite = !tracked.settled;
    return change('room.favourite', { room_id, favourite }, tracked.attempt(favourite));
  }

  private newMessage(roomId = this.random.pick(this.rooms)): Sending {
    const clientMessageId = this.random.uuid();
    const text = `${this.random.pick(TEXTS)} ${String(++this.lastNumber)}`;
    return { clientMessageId, roomId, sender: this.user.username, content: withMarker(clientMessageId, text) };
  }

  private sending(sending: Sending): Action {
    const { roomId: room_id, content, clientMessageId: client_message_id, thread, poll } = sending;
    return {
      eventType: 'message.send',
      data: { room_id, content, client_message_id, ...extraFieldsOf(thread, poll) },
      begin: () => {
        const attempt = this.ledger.recordAttempt(sending, performance.now());
        return {
          accepted: (frame) => {
            const message = frame.data as Message;
            const isNew = this.ledger.state(message.id) === undefined;
            attempt.accepted(message, isDuplicate(frame), performance.now());
            if (isNew) this.accepted(sending, message.id);
          },
          refused: (code) => attempt.refused(code),
        };
      },
    };
  }

  private accepted(sending: Sending, id: string): void {
    this.sent.push({ sending, id });
    this.recent.add(sending.roomId, id, sending.poll !== undefined);
  }

  /** A message that the member has sent and may still change. */
  private pickOwn(): { readonly sending: Sending; readonly state: MessageState } | undefined {
    const { sending, id } = this.random.pick(this.sent) ?? {};
    const state = id === undefined ? undefined : this.ledger.state(id);
    if (!sending || !state?.text.isIdle || !state.deleted.isIdle || state.deleted.settled) return undefined;
    return { sending, state };
  }
}

/** Whether an answer is to a retry. With `told`, it is the first answer, and its dispatch has arrived already. */
const isDuplicate = ({ meta }: ServerEvent): boolean => meta?.duplicate === true && meta.told !== true;

/** Without a part there are none. */
const extraFieldsOf = (thread: ThreadPart | undefined, poll: PollPart | undefined): object =>
  thread || poll
    ? {
        extra_fields: {
          ...(thread && { thread_id: thread.id, also_to_room: thread.alsoToRoom }),
          ...(poll && { poll }),
        },
      }
    : {};

export const change = (eventType: string, data: object, begin: () => ChangeAttempt): Action => ({
  eventType,
  data,
  begin,
});

const reacting = (type: 'add' | 'remove', named: object, reaction: string, begin: () => ChangeAttempt): Action =>
  change('message.react', { ...named, type, reaction_content: reaction }, begin);
