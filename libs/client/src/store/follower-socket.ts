import type { ClientFrame } from '@parley/protocol';

import { ABNORMAL_CLOSURE } from '../codes.js';
import type { Socket } from '../options.js';
import { tokenExpiry } from '../token-renewal.js';
import { TabSocket } from './shared-connection.js';
import type { FromLeader, ToLeader } from './tab-messages.js';

/** The socket of a tab that does not lead: its frames go through the connection of the tab that does. */
export class FollowerSocket extends TabSocket implements Socket {
  private isOpen = false;

  constructor(
    private readonly name: string,
    tab: string,
    private readonly post: (message: ToLeader) => void,
  ) {
    super();
    post({ type: 'open', tab, socket: name });
  }

  send(text: string): void {
    const { event_type, request_id, data } = JSON.parse(text) as ClientFrame;
    if (event_type !== 'session.authenticate') this.post({ type: 'send', socket: this.name, text });
    // The leader renews the token of the connection: that of this tab is for its next connection.
    else this.answer({ eventType: 'sessionauthenticate.dispatch', request_id, data: expiryOf(data) });
  }

  close(): void {
    this.isOpen = false;
    this.post({ type: 'close', socket: this.name });
  }

  receive(message: FromLeader): void {
    if (message.type === 'frame') {
      if (message.to === this.name) this.isOpen = true;
      if (message.to === this.name || (message.to === undefined && this.isOpen))
        this.emit('message', { data: message.text });
    } else if (message.type === 'closed') this.lose(message.code, message.reason);
    else if (message.type === 'lead') this.lose(ABNORMAL_CLOSURE, 'Another tab leads.');
  }

  /** The connection of the tab that led is gone. */
  lose(code: number, reason: string): void {
    this.isOpen = false;
    this.emit('close', { code, reason });
  }

  private answer(frame: object): void {
    queueMicrotask(() => this.emit('message', { data: JSON.stringify(frame) }));
  }
}

function expiryOf({ token = '' }: { readonly token?: string }): { readonly expires_at: string } {
  const expiry = tokenExpiry(token);
  return { expires_at: new Date(expiry ?? 0).toISOString() };
}
