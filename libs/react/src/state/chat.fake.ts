import { ParleyError } from '@parley/client';
import type { ChatEvents, Parley, State } from '@parley/client';

import { Emitter } from '../../../client/src/chat-events.js';
import type { RoomHost } from '../../../client/src/room.js';
import { Rooms } from '../../../client/src/rooms.js';

type Answer = (data: never) => unknown;

/** A client without a connection: a spec answers its requests, and emits its events. */
export class FakeChat {
  state: State = 'offline';
  /** The names of all requests. */
  readonly asked: string[] = [];
  readonly rooms: Rooms;
  private readonly emitter = new Emitter();

  /** @param answers by the name of the request */
  constructor(private readonly answers: Readonly<Record<string, Answer>> = {}) {
    const host = { events: this, ask: this.ask, typing: { notify: () => this.asked.push('typing') } };
    const onChange = (roomId: string): void => this.emit('messages', { roomId });
    this.rooms = new Rooms(host as unknown as RoomHost, onChange, () => undefined);
  }

  /** For what takes a client. */
  get chat(): Parley {
    return this as unknown as Parley;
  }

  readonly on = <Name extends keyof ChatEvents>(name: Name, handler: (event: ChatEvents[Name]) => void) =>
    this.emitter.on(name, handler);

  readonly ask = (name: string, data: object): Promise<unknown> => {
    this.asked.push(name);
    return new Promise((resolve) => {
      if (this.state !== 'online') throw new ParleyError('offline', 'There is no connection.');
      resolve((this.answers[name] as (data: object) => unknown)(data));
    });
  };

  emit<Name extends keyof ChatEvents>(name: Name, event: ChatEvents[Name]): void {
    this.emitter.emit(name, event);
  }

  become(state: State): void {
    this.state = state;
    this.emit('state', state);
  }

  timesAsked(name: string): number {
    return this.asked.filter((each) => each === name).length;
  }
}

/** Runs the promises that are settled. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}
