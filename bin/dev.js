/**
 * `npm run dev`: the service and both pages from the sources. A change of `src`, `libs` or `tools` restarts the
 * service, and the pages show a change of `web` at once. The pages are at one address, which leads requests on to the
 * service.
 */
import './node-version.js';

void import('./dev/dev.js').then(({ dev }) => dev());
