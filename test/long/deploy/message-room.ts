import pg from 'pg';

import { password } from '../../servers/template.js';
import type { ChatClient } from '../../support/chat-client.js';
import { openClient } from '../../support/handshake.js';
import { historyOf } from '../../support/messaging.js';

const PIECE = 1_000_000;
/** A multiple of what PostgreSQL reserves for it. */
const MOST_LOG = 200;

/** A user who sends messages to herself, and remembers the accepted ones. */
export class MessageRoom {
  readonly sent: string[] = [];

  private constructor(
    private readonly device: ChatClient,
    readonly id: string,
  ) {}

  /** @param url of a service with the users of the template */
  static async at(url: string): Promise<MessageRoom> {
    const answer = await fetch(`${url}/api/token/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'alice1', password }),
    });
    const { access } = (await answer.json()) as { access: string };
    const device = await openClient(url, { token: access, name: 'alice1' });
    await device.receive('chat.notifications');
    const { data: room } = await device.request('room.create', { type: 'GroupChat', name: 'A diary' });
    return new MessageRoom(device, room.id);
  }

  async send(content: string): Promise<void> {
    await this.device.request('message.send', { room_id: this.id, content });
    this.sent.push(content);
  }

  /** @returns the code of the error, or 'said' if the message was accepted */
  async attempt(content: string): Promise<number | 'said'> {
    const frame = await this.device.response(this.device.sendRequest('message.send', { room_id: this.id, content }));
    if (frame.error) return frame.error.code;
    this.sent.push(content);
    return 'said';
  }

  /** The stored messages, oldest first. */
  async history(): Promise<string[]> {
    return (await historyOf(this.device, this)).map(({ content }) => content).reverse();
  }

  /** Writes to the log of the embedded database until that fails. @param folder of its socket */
  async fillLog(folder: string): Promise<void> {
    const client = new pg.Client({ host: folder, user: 'postgres', database: 'postgres' });
    client.on('error', () => undefined);
    await client.connect();
    try {
      for (let count = 0; count < MOST_LOG; count += 1) {
        await client.query(`SELECT pg_logical_emit_message(false, 'test', repeat('x', ${String(PIECE)}))`);
      }
    } catch {
      return;
    } finally {
      await client.end().catch(() => undefined);
    }
    throw new Error('The log could still be written.');
  }

  leave(): Promise<void> {
    return this.device.close();
  }
}
