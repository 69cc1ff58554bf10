import { sectionOf } from './missed-room.js';
import type { MissedRoom, ShownMessage } from './missed-room.js';

const ann = {
  id: 1,
  username: 'ann',
  first_name: 'Ann',
  last_name: 'Lee',
  avatar: null,
  status: null,
  is_bot: false,
} as const;
const bob = { ...ann, id: 2, username: 'bob', first_name: '', last_name: '' };
const message = (content: string, more: Partial<ShownMessage> = {}): ShownMessage => ({
  id: content,
  roomName: 'Owls',
  content,
  attachments: 0,
  sender: ann,
  ...more,
});

const roomOf = (...messages: [ShownMessage, ...ShownMessage[]]): MissedRoom => ({ messages, count: messages.length });

describe('a mail of missed messages tells of a room', () => {
  it('the newest messages in their order, in one line each, and how many there are besides', () => {
    const newest = message('seven\n\tlines', { sender: bob });
    const earlier = ['six', 'five', 'four', 'three', 'two', 'one'].map((content) => message(content));
    expect(sectionOf(roomOf(newest, ...earlier), 'full', 'de')).toEqual({
      title: 'Owls',
      lines: [
        ...['three', 'four', 'five', 'six'].map((text) => ({ from: 'Ann Lee', text })),
        { from: 'bob', text: 'seven lines' },
      ],
      more: '+ 2 weitere',
    });
  });

  it('its sender, if it is a chat of two, and attachments without a text', () => {
    expect(sectionOf(roomOf(message('', { roomName: null, attachments: 2 })), 'full', 'en')).toEqual({
      title: 'Ann Lee',
      lines: [{ from: 'Ann Lee', text: 'Attachments: 2' }],
    });
  });

  it('only who has written, if texts stay in the deployment', () => {
    const messages = [message('a secret'), message('one more', { sender: bob })] as const;
    expect(sectionOf(roomOf(...messages, message('the last')), 'names', 'en')).toEqual({
      title: 'Owls',
      lines: [
        { from: 'Ann Lee (2)', text: '' },
        { from: 'bob (1)', text: '' },
      ],
    });
  });

  it('no more than the beginning of long names and texts', () => {
    const long = 'x'.repeat(10_000);
    const { title, lines } = sectionOf(roomOf(message(long, { roomName: long })), 'full', 'en');
    expect([title.length, lines[0]!.text.length]).toEqual([60, 240]);
  });
});
