import { switchOnOff, wholeNumber } from '../../platform/config/parsers.js';
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
    get enabled() {
      return values.CHANNEL_DIRECTORY;
    },
  }),
  stored: { channel_directory: { variable: 'CHANNEL_DIRECTORY', team: true } },
});
