import { payloadOf } from './push-payload.js';
import type { PushedMessage } from './push-payload.js';

const message: PushedMessage = {
  messageId: '01930000-0000-7000-8000-000000000001',
  roomId: '01930000-0000-7000-8000-000000000002',
  seq: 7,
  roomName: 'Friends',
  content: 'Hello\n\n  there',
  attachments: 0,
  sender: { id: 1, username: 'alice', first_name: 'Alice', last_name: 'Smith' },
};

describe('what is pushed', () => {
  it('is who writes where, and the beginning of what', () => {
    expect(payloadOf(message)).toEqual({
      type: 'message.created',
      room_id: message.roomId,
      message_id: message.messageId,
      seq: 7,
      sender: message.sender,
      title: 'Friends',
      body: 'Hello there',
      attachments: 0,
    });
  });

  it('has the name of the other as its title in a chat of two', () => {
    expect(payloadOf({ ...message, roomName: null }).title).toBe('Alice Smith');
    const nameless = { ...message.sender, first_name: '', last_name: '' };
    expect(payloadOf({ ...message, roomName: null, sender: nameless }).title).toBe('alice');
  });

  it('is cut between two characters', () => {
    const { body } = payloadOf({ ...message, content: '🦜'.repeat(10_000) });
    expect(Array.from(body)).toEqual([...Array<string>(239).fill('🦜'), '…']);
  });

  /** What the encryption adds, and the push services' limit of 4096 bytes. */
  it.each(['🦜', '"', '\\', 'é', '\u0000', '\ud800'])(
    'is never more than a push service takes, of "%s" alone',
    (one) => {
      const long = one.repeat(10_000);
      const sender = { id: 1, username: 'ü'.repeat(150), first_name: long, last_name: long };
      const payload = payloadOf({ ...message, roomName: long, content: long, sender });
      expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThan(4_096 - 103);
    },
  );
});
