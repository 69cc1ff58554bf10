import { switchOnOff } from './parsers.js';

/** The variables of the pages that the service can serve, as a part of the table of all variables. */
export const siteVariables = {
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
