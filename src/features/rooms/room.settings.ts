import { isUUID } from 'class-validator';
import { makeValidator } from 'envalid';

import { listOf, switchOnOff, text, wholeNumber, WrongValue } from '../../platform/config/parsers.js';
import { settingsPart } from '../../platform/config/settings-part.js';

/** The rooms of a user. */
export abstract class MembershipSettings {
  /** Of one user. */
  abstract readonly most: number;
}

export const membershipPart = settingsPart({
  token: MembershipSettings,
  variables: {
    MEMBERSHIPS_PER_USER: wholeNumber({ min: 1, max: 10_000 })({
      default: 2_000,
      desc: 'Maximum number of rooms of one user; a further one is refused with 4029.',
    }),
  },
  settings: (values): MembershipSettings => ({ most: values.MEMBERSHIPS_PER_USER }),
  clientLimits: ({ most }) => ({
    memberships_per_user: most,
  }),
});

/** Records of who was present. Of all features that keep some, the lowest one declares it. */
export abstract class DeliveryRecordSettings {
  /** For which ended memberships, closed sessions and syncs are kept. 0: none are. */
  abstract readonly days: number;
}

export const deliveryRecordPart = settingsPart({
  token: DeliveryRecordSettings,
  variables: {
    DELIVERY_RECORD_DAYS: wholeNumber({ min: 0, max: 3_650 })({
      default: 7,
      desc: 'Days for which closed sessions, ended memberships and syncs are kept, for parley messages trace; 0 keeps none.',
    }),
  },
  settings: (values): DeliveryRecordSettings => ({ days: values.DELIVERY_RECORD_DAYS }),
});

/** The search for Channels. */
export abstract class ChannelDirectorySettings {
  /** Whether users may search the public ones. */
  abstract readonly enabled: boolean;
}

export const channelDirectoryPart = settingsPart({
  token: ChannelDirectorySettings,
  variables: {
    CHANNEL_DIRECTORY: switchOnOff({
      default: false,
      desc: 'Let users search the public Channels; off, channel.search is refused with 4002.',
    }),
  },
  settings: (values): ChannelDirectorySettings => ({
    enabled: values.CHANNEL_DIRECTORY,
  }),
  stored: { channel_directory: { variable: 'CHANNEL_DIRECTORY', team: true } },
});

/** Who may write in a Channel: all members, or its moderators and those with the permission. */
export const POSTING = ['everyone', 'moderators'] as const;
export type Posting = (typeof POSTING)[number];

/** How many reactions to a message a member may have in a room. */
export const REACTION_MODES = ['one', 'many'] as const;
export type ReactionMode = (typeof REACTION_MODES)[number];

/** Which users of the deployment may do something. */
const CREATORS = ['everyone', 'moderators', 'admins'] as const;
export type Creators = (typeof CREATORS)[number];

/** The most members of a room. */
export const LARGEST_ROOM = 100_000;
const MOST_DEFAULT_ROOMS = 20;

/** What rooms are given that are made from now on. */
export abstract class NewRoomSettings {
  /** Of a Channel whose request does not say who may write. */
  abstract readonly posting: Posting;
  /** Of a room whose request does not say how many reactions to a message a member may have. */
  abstract readonly reactions: ReactionMode;
  /** Of a GroupChat, and of a Channel: the most members, if the request does not say it. */
  abstract readonly mostParticipants: number;
  abstract readonly mostSubscribers: number;
  abstract readonly channelCreators: Creators;
  abstract readonly groupCreators: Creators;
  /** The ids of Channels that new users join. */
  abstract readonly defaultRooms: readonly string[];
}

const roomIds = makeValidator<string[]>((raw) => {
  const ids = listOf(raw).filter((id) => id !== '');
  if (ids.length > MOST_DEFAULT_ROOMS || !ids.every((id) => isUUID(id))) {
    throw new WrongValue(`must be at most ${String(MOST_DEFAULT_ROOMS)} ids of rooms, separated by commas`);
  }
  return ids.map((id) => id.toLowerCase());
});

const newRoomVariables = {
  CHANNEL_POSTING: text({
    default: 'moderators',
    choices: POSTING,
    desc: 'Who may write in a new Channel, if its creator does not say it: everyone or moderators.',
  }),
  REACTIONS: text({
    default: 'one',
    choices: REACTION_MODES,
    desc: 'How many reactions to a message a member of a new room may have, if its creator does not say it: one or many.',
  }),
  MAX_PARTICIPANTS: wholeNumber({ min: 1, max: LARGEST_ROOM })({
    default: 100,
    desc: 'Maximum number of members of a new GroupChat, if its creator does not say it.',
  }),
  MAX_SUBSCRIBERS: wholeNumber({ min: 1, max: LARGEST_ROOM })({
    default: 300,
    desc: 'Maximum number of members of a new Channel, if its creator does not say it.',
  }),
  CREATE_CHANNELS: text({
    default: 'everyone',
    choices: CREATORS,
    desc: 'Which users may create Channels: everyone, moderators (and admins) or admins of the deployment.',
  }),
  CREATE_GROUPS: text({
    default: 'everyone',
    choices: CREATORS,
    desc: 'Which users may create GroupChats: everyone, moderators (and admins) or admins of the deployment.',
  }),
  DEFAULT_ROOMS: roomIds({
    default: [],
    desc: 'Ids of Channels that new users join, separated by commas.',
  }),
};

export const newRoomPart = settingsPart({
  token: NewRoomSettings,
  variables: newRoomVariables,
  settings: (values): NewRoomSettings => ({
    posting: values.CHANNEL_POSTING,
    reactions: values.REACTIONS,
    mostParticipants: values.MAX_PARTICIPANTS,
    mostSubscribers: values.MAX_SUBSCRIBERS,
    channelCreators: values.CREATE_CHANNELS,
    groupCreators: values.CREATE_GROUPS,
    defaultRooms: values.DEFAULT_ROOMS,
  }),
  stored: {
    channel_posting: { variable: 'CHANNEL_POSTING', team: 'everyone' },
    reactions: { variable: 'REACTIONS', team: 'many' },
    max_participants: { variable: 'MAX_PARTICIPANTS', team: 1_000 },
    max_subscribers: { variable: 'MAX_SUBSCRIBERS', team: 100_000 },
    create_channels: { variable: 'CREATE_CHANNELS' },
    create_groups: { variable: 'CREATE_GROUPS' },
    default_rooms: { variable: 'DEFAULT_ROOMS' },
  },
});
