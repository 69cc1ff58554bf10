import { payloadOf } from './push-payload.js';
import type { PushedMessage } from './push-payload.js';

const message: PushedMessage = {
  messageId: '01930000-0000-7000-8000-000000000001',
  roomId: '01930000-0000-7000-8000-000000000002',
  seq: 7,
  type: 'NEW_MESSAGE' as const,
  roomName: 'Friends',
  content: 'Hello\n\n  there',
  attachments: 0,
  sender: { id: 1, username: 'alice', first_name: 'Alice', last_name: 'Smith' },
};

describe('the payload of a push', () => {
  it('contains the sender, the room and the beginning of the message', () => {
    expect(payloadOf(message)).toEqual({
      type: 'message.created',
      notification_type: 'NEW_MESSAGE',
      room_id: message.roomId,
      message_id: message.messageId,
      seq: 7,
      sender: message.sender,
      title: 'Friends',
      body: 'Hello there',
      attachments: 0,
    });
  });

  it('has the name of the sender as its title in a one-to-one chat', () => {
    expect(payloadOf({ ...message, roomName: null }).title).toBe('Alice Smith');
    const nameless = { ...message.sender, first_name: '', last_name: '' };
    expect(payloadOf({ ...message, roomName: null, sender: nameless }).title).toBe('alice');
  });

  it('is truncated between two characters', () => {
    const { body } = payloadOf({ ...message, content: '🦜'.repeat(10_000) });
    expect(Array.from(body)).toEqual([...Array<string>(239).fill('🦜'), '…']);
  });

  /** Encryption adds 103 bytes; push services accept 4096 bytes. */
  it.each(['🦜', '"', '\\', 'é', '\u0000', '\ud800'])(
    'stays below the limit of push services if all texts consist of "%s"',
    (one) => {
      const long = one.repeat(10_000);
      const sender = { id: 1, username: 'ü'.repeat(150), first_name: long, last_name: long };
      const payload = payloadOf({ ...message, roomName: long, content: long, sender });
      expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThan(4_096 - 103);
    },
  );
});
