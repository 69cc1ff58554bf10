import { Parley } from '@parley/client';
import type { ChatEvents, ParleyOptions, SocketConstructor } from '@parley/client';
import type { Message } from '@parley/protocol';
import { WebSocket } from 'ws';

import { eventually } from './eventually.js';
import type { Person } from './people.js';

/** Back at once, but patient: on a busy machine a line that is slow is not dead. Milliseconds. */
export const QUICK = {
  minReconnectDelay: 20,
  maxReconnectDelay: 200,
  responseTimeout: 20_000,
  maxHeartbeatInterval: 200,
};

/** Wherever the service is by then, or whatever stands before it: a restart changes ports, as nodes change behind a balancer. */
const socketsTo = (where: () => { readonly url: string }): SocketConstructor =>
  class extends WebSocket {
    constructor(_url: string, protocols: string[]) {
      super(`${urlOf(where).replace('http', 'ws')}/messaging/`, protocols);
    }
  };

/** Where nothing listens, while the service is not running. */
const NOWHERE = 'http://127.0.0.1:9';

function urlOf(where: () => { readonly url: string }): string {
  try {
    return where().url;
  } catch {
    return NOWHERE;
  }
}

/** An application: a client, and what it was told of messages. */
export class App {
  readonly chat: Parley;
  /** In the order in which they were told. */
  readonly messages: Message[] = [];

  /** @param where the service, or what stands before it */
  constructor(person: Person, where: { readonly url: string }, options: Partial<ParleyOptions> = {}) {
    this.chat = new Parley({
      url: 'ws://parley.test/messaging/',
      token: () => Promise.resolve(person.tokens.access),
      WebSocket: socketsTo(() => where),
      timing: QUICK,
      ...options,
    });
    this.chat.on('message', ({ message }) => {
      this.messages.push(message);
    });
  }

  /** The same, connected. */
  static async on(...given: ConstructorParameters<typeof App>): Promise<App> {
    const app = new App(...given);
    await app.chat.connect();
    return app;
  }

  get contents(): string[] {
    return this.messages.map(({ content }) => content);
  }

  /** The next event of this name that matches. */
  hears<Name extends keyof ChatEvents>(
    name: Name,
    matches: (told: ChatEvents[Name]) => boolean = () => true,
  ): Promise<ChatEvents[Name]> {
    return new Promise((resolve) => {
      const stop = this.chat.on(name, (told) => {
        if (!matches(told)) return;
        stop();
        resolve(told);
      });
    });
  }

  is(state: Parley['state']): Promise<void> {
    return eventually(() => this.chat.state === state);
  }

  async sees(...contents: string[]): Promise<void> {
    await eventually(() => this.messages.length >= contents.length);
    expect(this.contents).toEqual(contents);
  }
}
