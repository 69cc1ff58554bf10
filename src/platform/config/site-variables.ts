import { publicUrl, switchOnOff } from './parsers.js';

/** The variables of the pages that the service can serve, as a part of the table of all variables. */
export const siteVariables = {
  PUBLIC_URL: publicUrl({
    default: undefined,
    desc: 'The address of the service for its users, if a proxy serves it below a path: https://example.com/chat; unset, it has a host of its own.',
  }),
  SERVE_DOCS: switchOnOff({
    default: undefined,
    desc: 'Serve this documentation and the contract at /docs; unset, outside production only.',
  }),
  WEB_CLIENT: switchOnOff({
    default: undefined,
    desc: 'Serve the web client at /; unset, outside production only.',
  }),
  ADMIN_PAGE: switchOnOff({
    default: undefined,
    desc: 'Serve the administration page at /admin, and its routes; unset, outside production only.',
  }),
};
