import type { Session } from '@parley/protocol';
import type { Parley } from '../parley.js';

/** The user's own sessions: log-ins with their open connections. */
export class Sessions {
  constructor(private readonly chat: Pick<Parley, 'ask'>) {}

  /** @returns the newest activity first @throws ParleyError when there is no connection */
  async list(): Promise<readonly Session[]> {
    return (await this.chat.ask('session.list', {})).data.sessions;
  }

  /**
   * Ends a session: its tokens become invalid, and its connections are closed, also that of this client if it is its
   * own.
   * @throws ParleyError 4004 when there is no such session any more, or when there is no connection
   */
  async close(id: string): Promise<void> {
    await this.chat.ask('session.close', { session_id: id });
  }
}
