import { hostList, switchOnOff } from '../../platform/config/parsers.js';
import { settingsPart } from '../../platform/config/settings-part.js';

/** Fetching of pages and pictures from addresses in messages. */
export abstract class LinkSettings {
  /** Whether messages show previews of their links. */
  abstract readonly previews: boolean;
  /** Whether the service fetches pictures of other hosts for its web client. */
  abstract readonly imageProxy: boolean;
  /** Hosts that may have private addresses. */
  abstract readonly allowedHosts: readonly string[];
}

export const linkPart = settingsPart({
  token: LinkSettings,
  variables: {
    LINK_PREVIEWS: switchOnOff({
      default: false,
      desc: 'Fetch the pages of links in messages, and show their titles and pictures; their hosts see the address of the service.',
    }),
    IMAGE_PROXY: switchOnOff({
      default: false,
      desc: 'Fetch pictures of other hosts for the web client, which shows them without a click.',
    }),
    FETCH_ALLOWED_HOSTS: hostList({
      default: [],
      desc: 'Hosts in messages that may be fetched although they are private, at any port, as host or host:port.',
    }),
  },
  settings: (values): LinkSettings => ({
    previews: values.LINK_PREVIEWS,
    imageProxy: values.IMAGE_PROXY,
    allowedHosts: values.FETCH_ALLOWED_HOSTS,
  }),
});
