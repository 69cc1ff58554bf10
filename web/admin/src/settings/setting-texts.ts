import { t } from '../languages/texts.js';

interface SettingText {
  readonly label: string;
  readonly hint: string | undefined;
}

/** The name of each setting in words, and what it does. */
const texts: () => Readonly<Record<string, readonly [label: string, hint?: string]>> = () => ({
  name: [t('settings.name'), t('settings.nameHint')],
  welcome: [t('settings.welcome'), t('settings.welcomeHint')],
  preset: [t('settings.preset'), t('settings.presetHint')],
  sign_up: [t('settings.signUp'), t('settings.signUpHint')],
  invites: [t('settings.invites'), t('settings.invitesHint')],
  mail_notices: [t('settings.mailNotices'), t('settings.mailNoticesHint')],
  user_directory: [t('settings.userDirectory'), t('settings.userDirectoryHint')],
  channel_directory: [t('settings.channelDirectory'), t('settings.channelDirectoryHint')],
  channel_posting: [t('settings.channelPosting'), t('settings.newRoomsHint')],
  reactions: [t('settings.reactions'), t('settings.newRoomsHint')],
  max_participants: [t('settings.maxParticipants'), t('settings.newRoomsHint')],
  max_subscribers: [t('settings.maxSubscribers'), t('settings.newRoomsHint')],
  create_channels: [t('settings.createChannels')],
  create_groups: [t('settings.createGroups')],
  default_rooms: [t('settings.defaultRooms'), t('settings.defaultRoomsHint')],
});

/** The choices in words. */
const choices: () => Readonly<Record<string, string>> = () => ({
  product: t('settings.product'),
  team: t('settings.team'),
  off: t('settings.off'),
  invitation: t('settings.byInvitation'),
  domains: t('settings.byDomain'),
  open: t('settings.openToAll'),
  admins: t('settings.admins'),
  moderators: t('settings.moderators'),
  everyone: t('settings.everyone'),
  exact: t('settings.exact'),
  shared: t('settings.shared'),
  never: t('settings.never'),
  mentions: t('settings.mentions'),
  all: t('settings.all'),
  one: t('settings.one'),
  many: t('settings.many'),
  true: t('settings.on'),
  false: t('settings.off'),
});

/** A setting that this page does not know has its own name. */
export function settingText(name: string): SettingText {
  const [label = name, hint] = texts()[name] ?? [];
  return { label, hint };
}

export const choiceText = (choice: string): string => choices()[choice] ?? choice;
