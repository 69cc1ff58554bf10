import { hostList, switchOnOff } from './parsers.js';

/** The variables of what the service fetches from addresses in messages, as a part of the table of all variables. */
export const linkVariables = {
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
};
