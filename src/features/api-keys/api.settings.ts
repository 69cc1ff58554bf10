import { switchOnOff, wholeNumber } from '../../platform/config/parsers.js';
import { settingsPart } from '../../platform/config/settings-part.js';

/** The HTTP API for programs. */
export abstract class ApiSettings {
  abstract readonly enabled: boolean;
  /** For one key and this process. */
  abstract readonly requestsPerSecond: number;
  abstract readonly requestsBurst: number;
}

export const apiPart = settingsPart({
  token: ApiSettings,
  variables: {
    API: switchOnOff({
      default: true,
      desc: 'Serve the HTTP API at /api/rooms/, /api/messages/, /api/sessions/ and /api/users/, for API keys created with npx parley keys.',
    }),
    API_REQUESTS_PER_SECOND: wholeNumber({ min: 1, max: 1_000_000 })({
      default: 50,
      desc: 'Average rate of requests with one API key to one node; more are answered with 429.',
    }),
    API_REQUESTS_BURST: wholeNumber({ min: 1, max: 1_000_000 })({
      default: 100,
      desc: 'Requests with one API key to one node at once, after a quiet time.',
    }),
  },
  settings: (values): ApiSettings => ({
    enabled: values.API,
    requestsPerSecond: values.API_REQUESTS_PER_SECOND,
    requestsBurst: values.API_REQUESTS_BURST,
  }),
});
