import type { ChannelPage } from '@parley/protocol';
import type { Parley } from '../parley.js';

export class Channels {
  constructor(private readonly chat: Pick<Parley, 'ask'>) {}

  /**
   * A page of the public Channels, in the order of their names.
   * @param options.query the beginning of the names
   * @param options.limit 1 to 100; default 20
   * @param options.cursor `next_cursor` of the previous page
   * @throws ParleyError 4002 when the deployment has no directory, `offline` without a connection
   */
  async search(
    options: { readonly query?: string; readonly limit?: number; readonly cursor?: string } = {},
  ): Promise<ChannelPage> {
    return (await this.chat.ask('channel.search', options)).data;
  }
}
