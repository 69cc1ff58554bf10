export type {
  ChannelPage,
  InvitedRoom,
  Profile,
  ProfilePage,
  RoomInvitation,
  Session,
  SessionConnection,
} from '@parley/protocol';
export { Channels } from './channels.js';
export { Invitations } from './invitations.js';
export { Sessions } from './sessions.js';
export { Users } from './users.js';
