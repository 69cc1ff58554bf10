import { switchOnOff } from '../../../platform/config/parsers.js';
import { settingsPart } from '../../../platform/config/settings-part.js';

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
