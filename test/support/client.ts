import { Parley } from '@parley/client';
import type { ChatEvents, ParleyOptions, SocketConstructor } from '@parley/client';
import type { Message } from '@parley/protocol';
import { WebSocket } from 'ws';

import { eventually } from './eventually.js';
import type { TestUser } from './people.js';

/** Reconnects quickly, but has long timeouts, as a busy machine is slow. Milliseconds. */
export const QUICK = {
  minReconnectDelay: 20,
  maxReconnectDelay: 200,
  responseTimeout: 20_000,
  maxHeartbeatInterval: 200,
};

/** Follows the current address of the service or its proxy, as a restart changes ports. */
const socketsTo = (where: () => { readonly url: string }): SocketConstructor =>
  class extends WebSocket {
    constructor(_url: string, protocols: string[]) {
      super(`${urlOf(where).replace('http', 'ws')}/messaging/`, protocols);
    }
  };

/** An address without a listener, used while the service is not running. */
const NOWHERE = 'http://127.0.0.1:9';

function urlOf(where: () => { readonly url: string }): string {
  try {
    return where().url;
  } catch {
    return NOWHERE;
  }
}

/** An application: a client and the messages that it received. */
export class TestApp {
  readonly chat: Parley;
  /** In the order of arrival. */
  readonly messages: Message[] = [];

  /** @param where the service, or a proxy to it */
  constructor(user: TestUser, where: { readonly url: string }, options: Partial<ParleyOptions> = {}) {
    this.chat = new Parley({
      url: 'ws://parley.test/messaging/',
      token: () => Promise.resolve(user.tokens.access),
      WebSocket: socketsTo(() => where),
      timing: QUICK,
      ...options,
    });
    this.chat.on('message', ({ message }) => {
      this.messages.push(message);
    });
  }

  /** An app that is connected. */
  static async connect(...given: ConstructorParameters<typeof TestApp>): Promise<TestApp> {
    const app = new TestApp(...given);
    await app.chat.connect();
    return app;
  }

  get contents(): string[] {
    return this.messages.map(({ content }) => content);
  }

  /** The next event of this name that matches. */
  receive<Name extends keyof ChatEvents>(
    name: Name,
    matches: (event: ChatEvents[Name]) => boolean = () => true,
  ): Promise<ChatEvents[Name]> {
    return new Promise((resolve) => {
      const stop = this.chat.on(name, (event) => {
        if (!matches(event)) return;
        stop();
        resolve(event);
      });
    });
  }

  expectState(state: Parley['state']): Promise<void> {
    return eventually(() => this.chat.state === state);
  }

  async expectContents(...contents: string[]): Promise<void> {
    await eventually(() => this.messages.length >= contents.length);
    expect(this.contents).toEqual(contents);
  }
}
