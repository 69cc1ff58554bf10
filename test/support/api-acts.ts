import { inRoom, listIn, onMessage } from './act.js';
import type { Act } from './act.js';
import { MODERATION_ACTS } from './moderation-acts.js';

const IN_AN_HOUR = new Date(Date.now() + 3_600_000).toISOString();

/** At least one for each route that runs an event of rooms or messages. */
export const ACTS: Readonly<Record<string, Act>> = {
  ...MODERATION_ACTS,
  send: inRoom('message.send', 'messages', { content: 'hello' }),
  'send nothing': inRoom('message.send', 'messages', { content: '' }),
  'get the room': {
    event: 'room.info',
    data: ({ room }) => ({ room_id: room.id }),
    route: ({ room }) => ['GET', `/api/rooms/${room.id}/`],
  },
  'get the history': {
    event: 'room.messages',
    data: ({ room }) => ({ room_id: room.id, limit: 7 }),
    route: ({ room }) => ['GET', `/api/rooms/${room.id}/messages/?limit=7`],
  },
  'get too much of the history': {
    event: 'room.messages',
    data: ({ room }) => ({ room_id: room.id, before_seq: 1, after_seq: 1, limit: 201 }),
    route: ({ room }) => ['GET', `/api/rooms/${room.id}/messages/?before_seq=1&after_seq=1&limit=201`],
  },
  rename: {
    event: 'room.modify',
    data: ({ room }) => ({ room_id: room.id, action: 'update', data: { description: 'anew' } }),
    route: ({ room }) => ['PATCH', `/api/rooms/${room.id}/`, { description: 'anew' }],
  },
  'add a member': {
    event: 'room.add_members',
    data: ({ room, persons }) => ({ room_id: room.id, members: [persons.newcomer.id] }),
    route: ({ room, persons }) => ['POST', `/api/rooms/${room.id}/members/`, { members: [persons.newcomer.id] }],
  },
  'invite a user': {
    event: 'room.invite',
    data: ({ room, persons }) => ({ room_id: room.id, user_ids: [persons.newcomer.id] }),
    route: ({ room, persons }) => ['POST', `/api/rooms/${room.id}/invitations/`, { user_ids: [persons.newcomer.id] }],
  },
  'withdraw a missing invitation': {
    event: 'room.withdraw_invite',
    data: ({ room, persons }) => ({ room_id: room.id, user_ids: [persons.newcomer.id] }),
    route: ({ room, persons }) => ['DELETE', `/api/rooms/${room.id}/invitations/${String(persons.newcomer.id)}/`],
  },
  'answer a missing invitation': {
    event: 'room.answer_invite',
    data: ({ room }) => ({ room_id: room.id, accept: true }),
    route: ({ room }) => ['POST', `/api/rooms/${room.id}/invitations/answer/`, { accept: true }],
  },
  'list the invitations': {
    event: 'room.invites',
    data: () => ({ limit: 7 }),
    route: () => ['GET', '/api/rooms/invitations/?limit=7'],
  },
  'make the room a favourite': inRoom('room.favourite', 'favourite', { favourite: true }),
  'archive the room': {
    event: 'room.archive',
    data: ({ room }) => ({ room_id: room.id, archived: true }),
    route: ({ room }) => ['POST', `/api/rooms/${room.id}/archive/`, { archived: true }],
  },
  'mark the room as unread': inRoom('room.mark_unread', 'mark-unread', { from_seq: 1 }),
  'choose the notifications of the room': inRoom('room.notify', 'notify', { level: 'mentions' }),
  'set a draft': inRoom('draft.set', 'draft', { content: 'unsent' }),
  'save a message': {
    event: 'message.save',
    data: ({ messageId }) => ({ message_id: messageId, saved: true, remind_at: '2100-01-01T00:00:00Z' }),
    route: ({ messageId }) => [
      'POST',
      `/api/messages/${messageId}/save/`,
      { saved: true, remind_at: '2100-01-01T00:00:00Z' },
    ],
  },
  'list the saved messages': {
    event: 'saved.list',
    data: () => ({ limit: 7 }),
    route: () => ['GET', '/api/messages/saved/?limit=7'],
  },
  'schedule a message': inRoom('message.schedule', 'scheduled', { content: 'later', send_at: IN_AN_HOUR }),
  'schedule a message in the past': inRoom('message.schedule', 'scheduled', {
    content: 'x',
    send_at: '2020-01-01T00:00:00Z',
  }),
  'list the scheduled messages': {
    event: 'schedule.list',
    data: () => ({ limit: 7 }),
    route: () => ['GET', '/api/messages/scheduled/?limit=7'],
  },
  'change a missing scheduled message': {
    event: 'schedule.update',
    data: ({ messageId }) => ({ id: messageId, content: 'y' }),
    route: ({ messageId }) => ['PATCH', `/api/messages/scheduled/${messageId}/`, { content: 'y' }],
  },
  'cancel a missing scheduled message': {
    event: 'schedule.cancel',
    data: ({ messageId }) => ({ id: messageId }),
    route: ({ messageId }) => ['DELETE', `/api/messages/scheduled/${messageId}/`],
  },
  'list the archived rooms': {
    event: 'room.list',
    data: () => ({ archived: true }),
    route: () => ['GET', '/api/rooms/?archived=true'],
  },
  'list rooms by an invalid choice': {
    event: 'room.list',
    data: () => ({ archived: 'maybe' }),
    route: () => ['GET', '/api/rooms/?archived=maybe'],
  },
  'list the sessions': {
    event: 'session.list',
    data: () => ({}),
    route: () => ['GET', '/api/sessions/'],
  },
  'close a session of nobody': {
    event: 'session.close',
    data: ({ messageId }) => ({ session_id: messageId }),
    route: ({ messageId }) => ['DELETE', `/api/sessions/${messageId}/`],
  },
  'remove a member': {
    event: 'room.remove_members',
    data: ({ room, persons }) => ({ room_id: room.id, members: [persons.other.id] }),
    route: ({ room, persons }) => ['DELETE', `/api/rooms/${room.id}/members/${String(persons.other.id)}/`],
  },
  'remove the creator': {
    event: 'room.remove_members',
    data: ({ room, persons }) => ({ room_id: room.id, members: [persons.creator.id] }),
    route: ({ room, persons }) => ['DELETE', `/api/rooms/${room.id}/members/${String(persons.creator.id)}/`],
  },
  'give a role': {
    event: 'room.modify',
    data: ({ room, persons }) => ({ room_id: room.id, action: 'add_admin', data: { users: [persons.other.id] } }),
    route: ({ room, persons }) => [
      'POST',
      `/api/rooms/${room.id}/roles/`,
      { action: 'add_admin', users: [persons.other.id] },
    ],
  },
  "edit another's message": {
    event: 'message.modify',
    data: ({ messageId }) => ({ action: 'update', message_id: messageId, extra_fields: { content: 'mine' } }),
    route: ({ messageId }) => ['PATCH', `/api/messages/${messageId}/`, { content: 'mine' }],
  },
  "delete another's message": {
    event: 'message.modify',
    data: ({ messageId }) => ({ action: 'delete', message_id: messageId }),
    route: ({ messageId }) => ['DELETE', `/api/messages/${messageId}/`],
  },
  react: {
    event: 'message.react',
    data: ({ messageId }) => ({ type: 'add', message_id: messageId, reaction_content: '👍' }),
    route: ({ messageId }) => ['POST', `/api/messages/${messageId}/reactions/`, { reaction_content: '👍' }],
  },
  'remove a missing reaction': {
    event: 'message.react',
    data: ({ messageId }) => ({ type: 'remove', message_id: messageId, reaction_content: '👍' }),
    route: ({ messageId }) => [
      'DELETE',
      `/api/messages/${messageId}/reactions/?reaction_content=${encodeURIComponent('👍')}`,
    ],
  },
  'release a message that is not held': onMessage('message.release', 'release', { allow: true }),
  'list the held messages': listIn('held.list', 'held', 7),
  pin: onMessage('message.pin', 'pin', { pinned: true }),
  'remove a preview': {
    event: 'message.remove_preview',
    data: ({ messageId }) => ({ message_id: messageId, url: 'https://example.com/' }),
    route: ({ messageId }) => ['DELETE', `/api/messages/${messageId}/previews/?url=https://example.com/`],
  },
  'list pins': listIn('room.pins', 'pins', 1),
  'list notices': {
    event: 'room.notices',
    data: ({ room }) => ({ room_id: room.id, limit: 1 }),
    route: ({ room }) => ['GET', `/api/rooms/${room.id}/notices/?limit=1`],
  },
  'delete the room': {
    event: 'room.modify',
    data: ({ room }) => ({ room_id: room.id, action: 'delete' }),
    route: ({ room }) => ['DELETE', `/api/rooms/${room.id}/`],
  },
  'reply in a thread': {
    event: 'message.send',
    data: ({ room, messageId }) => ({ room_id: room.id, content: 'hello', extra_fields: { thread_id: messageId } }),
    route: ({ room, messageId }) => [
      'POST',
      `/api/rooms/${room.id}/messages/`,
      { content: 'hello', extra_fields: { thread_id: messageId } },
    ],
  },
  'get the history with threads': {
    event: 'room.messages',
    data: ({ room }) => ({ room_id: room.id, include_threads: true, limit: 7 }),
    route: ({ room }) => ['GET', `/api/rooms/${room.id}/messages/?include_threads=true&limit=7`],
  },
  'get a thread': {
    event: 'thread.messages',
    data: ({ messageId }) => ({ thread_id: messageId, limit: 7 }),
    route: ({ messageId }) => ['GET', `/api/threads/${messageId}/messages/?limit=7`],
  },
  'follow a thread': {
    event: 'thread.follow',
    data: ({ messageId, room }) => ({ thread_id: messageId, room_id: room.id, follow: true }),
    route: ({ messageId, room }) => ['POST', `/api/threads/${messageId}/follow/?room_id=${room.id}`, { follow: true }],
  },
  'read a thread': {
    event: 'message.read',
    data: ({ messageId }) => ({ thread_id: messageId, up_to_seq: 9 }),
    route: ({ messageId }) => ['POST', `/api/threads/${messageId}/read/`, { up_to_seq: 9 }],
  },
  'list the threads': {
    event: 'thread.list',
    data: () => ({ unread_only: true }),
    route: () => ['GET', '/api/threads/?unread_only=true'],
  },
  'preview the room': {
    event: 'room.preview',
    data: ({ room }) => ({ room_id: room.id }),
    route: ({ room }) => ['GET', `/api/rooms/${room.id}/preview/`],
  },
  'search channels': {
    event: 'channel.search',
    data: () => ({ query: 'x', limit: 1 }),
    route: () => ['GET', '/api/rooms/channels/?query=x&limit=1'],
  },
  'search users': {
    event: 'user.search',
    data: ({ persons }) => ({ query: persons.other.username }),
    route: ({ persons }) => ['GET', `/api/users/?query=${persons.other.username}`],
  },
  'get profiles': {
    event: 'user.info',
    data: ({ persons }) => ({ user_ids: [persons.other.id, persons.newcomer.id] }),
    route: ({ persons }) => ['POST', '/api/users/info/', { user_ids: [persons.other.id, persons.newcomer.id] }],
  },
  'change the profile': {
    event: 'user.update',
    data: () => ({ status: { text: 'Away' } }),
    route: () => ['PATCH', '/api/users/me/', { status: { text: 'Away' } }],
  },
  'choose all notifications': {
    event: 'user.notify',
    data: () => ({ level: 'mentions' }),
    route: () => ['PATCH', '/api/users/me/notify/', { level: 'mentions' }],
  },
  block: {
    event: 'user.block',
    data: ({ persons }) => ({ user_id: persons.newcomer.id, blocked: true }),
    route: ({ persons }) => ['POST', `/api/users/me/blocks/${String(persons.newcomer.id)}/`],
  },
  'list the blocked users': {
    event: 'user.blocks',
    data: () => ({ limit: 10 }),
    route: () => ['GET', '/api/users/me/blocks/?limit=10'],
  },
  'end a block': {
    event: 'user.block',
    data: ({ persons }) => ({ user_id: persons.newcomer.id, blocked: false }),
    route: ({ persons }) => ['DELETE', `/api/users/me/blocks/${String(persons.newcomer.id)}/`],
  },
  'change the profile wrongly': {
    event: 'user.update',
    data: () => ({ avatar: 'nowhere', username: 'x' }),
    route: () => ['PATCH', '/api/users/me/', { avatar: 'nowhere', username: 'x' }],
  },
  leave: {
    event: 'room.leave',
    data: ({ room }) => ({ room_id: room.id }),
    route: ({ room }) => ['POST', `/api/rooms/${room.id}/leave/`],
  },
};
