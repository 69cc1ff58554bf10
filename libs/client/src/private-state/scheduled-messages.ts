import type { RefusedSchedule, ScheduleCancel, ScheduledMessage, ServerFrame } from '@parley/protocol';

import type { ClientEvents } from '../client-events.js';
import { isPermanent } from '../codes.js';
import { ParleyError } from '../parley-error.js';
import type { Parley } from '../parley.js';
import { fieldsOf } from '../room.js';
import type { SendOptions } from '../room.js';
import { uuid } from '../uuid.js';
import type { PrivateState } from './private-state.js';

export interface ScheduleOptions extends SendOptions {
  /** The id of the scheduled message, a UUID: with the same one a message is scheduled once. By default a new one. */
  readonly id?: string;
  /** The message that starts the thread in which it is a reply. */
  readonly threadId?: string;
  /** Whether the reply stands among the messages of the room too. */
  readonly alsoToRoom?: boolean;
}

/** Omitted fields are not changed. */
export interface ScheduleChanges {
  readonly text?: string;
  readonly sendAt?: Date;
}

type Target = 'message.schedule' | 'message.send' | 'schedule.update' | 'schedule.cancel';

/**
 * Messages that the service sends at a later time, also when no device of the user is connected. They are part of the
 * private state: the same on all devices, and gone once they are sent or cancelled. One that the service has refused at
 * its time stays, with the reason as `refused`, until the user sets another time or cancels it. Refusals during a lost
 * connection come with the next sync.
 *
 * Without a connection every request is refused with `offline`. If the connection is lost before the answer, the
 * request is repeated on the next one, with the same id, so that the message is scheduled and sent once.
 */
export class ScheduledMessages {
  private readonly handlers = new Set<(refused: RefusedSchedule) => void>();

  /** @param state of the same client */
  constructor(
    private readonly chat: Pick<Parley, 'ask' | 'on' | 'state'>,
    private readonly state: Pick<PrivateState, 'scheduled'>,
  ) {
    chat.on('frame', (frame) => this.receive(frame));
  }

  /**
   * All scheduled messages, also those that were refused, the earliest first. The `onChange` of the private state
   * reports changes.
   */
  get all(): readonly ScheduledMessage[] {
    return this.state.scheduled;
  }

  inRoom(roomId: string): readonly ScheduledMessage[] {
    return this.all.filter(({ room_id: id }) => id === roomId);
  }

  /**
   * @param handler called when the service could not send a message at its time, with the reason. It is not called for
   *   what was refused while there was no connection: that is in {@link all}.
   * @returns a function that removes the handler
   */
  onRefused(handler: (refused: RefusedSchedule) => void): () => void {
    this.handlers.add(handler);
    return () => void this.handlers.delete(handler);
  }

  /**
   * Schedules a message.
   * @returns the message as it is scheduled: if it was scheduled before with this id, it may have another text or time
   * @param sendAt between a minute and a year ahead, unless the deployment has another minimum
   * @throws ParleyError 4002 or 4004 as for `Room.send`, 4003 for another time or a message that could not be sent,
   *   4005 if the user has scheduled too many
   */
  async schedule(
    roomId: string,
    text: string,
    sendAt: Date,
    { id = uuid(), threadId, alsoToRoom, ...options }: ScheduleOptions = {},
  ): Promise<ScheduledMessage> {
    const inThread = { thread_id: threadId, also_to_room: alsoToRoom };
    const extra_fields = fieldsOf({ ...options, ...inThread });
    const message = { room_id: roomId, content: text, extra_fields, client_message_id: id };
    return (await this.persist('message.schedule', { ...message, send_at: sendAt.toISOString() })).data;
  }

  /**
   * Changes the text or the time. A new time schedules a refused message again; its text alone leaves it refused.
   * @throws ParleyError 4004 if it is sent or cancelled, 4003 as for {@link schedule}, 4005 while it is being sent
   */
  async update(id: string, { text, sendAt }: ScheduleChanges): Promise<void> {
    await this.persist('schedule.update', {
      id,
      ...(text !== undefined && { content: text }),
      ...(sendAt !== undefined && { send_at: sendAt.toISOString() }),
    });
  }

  /** @throws ParleyError 4004 if it is sent or cancelled, 4005 while it is being sent */
  async cancel(id: string): Promise<void> {
    await this.persist('schedule.cancel', { id });
  }

  /**
   * Sends a scheduled or refused message now, and cancels its schedule. It is sent with its own id, with which the
   * service stores one message only, also if its time comes meanwhile.
   * @throws ParleyError as `Room.send`; the message stays scheduled
   */
  async sendNow({ id, room_id, content, extra_fields }: ScheduledMessage): Promise<void> {
    await this.persist('message.send', { room_id, content, extra_fields, client_message_id: id });
    try {
      await this.cancel(id);
    } catch (error) {
      // It is gone, or ends by itself: its time has come meanwhile.
      if (!isPermanent((error as ParleyError).code)) throw error;
    }
  }

  /** Repeats a request whose answer was lost with the connection. */
  private async persist<Name extends Target>(
    event: Name,
    data: ClientEvents[Name]['data'],
  ): Promise<ClientEvents[Name]['answer']> {
    if (this.chat.state !== 'online') throw new ParleyError('offline', 'There is no connection.');
    for (;;) {
      try {
        return await this.chat.ask(event, data);
      } catch (error) {
        if ((error as ParleyError).code !== 'offline' || !(await this.isOnlineAgain())) throw error;
      }
    }
  }

  /** Waits for the next connection. @returns false: there will be none by itself */
  private isOnlineAgain(): Promise<boolean> {
    return new Promise((resolve) => {
      const stop = this.chat.on('state', (state) => {
        if (state !== 'online' && state !== 'stopped') return;
        stop();
        resolve(state === 'online');
      });
    });
  }

  private receive({ eventType, data }: ServerFrame): void {
    if (eventType !== 'schedulecancel.dispatch') return;
    const cancel = data as ScheduleCancel;
    if (cancel.reason !== null) for (const handler of Array.from(this.handlers)) handler(cancel);
  }
}
