import type { IncomingMessage } from 'node:http';

import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { ATTR_HTTP_ROUTE } from '@opentelemetry/semantic-conventions';

/** Who watches asks all the time. */
const UNTRACED = /^\/(health|metrics)([/?]|$)/i;

/** What express knows of a request once its route is found. */
interface Routed {
  readonly route?: { readonly path?: unknown };
}

/** Requests that come in, and none that go out: addresses that others are asked at are nobody's business. */
export const httpInstrumentation = (): HttpInstrumentation =>
  new HttpInstrumentation({
    disableOutgoingRequestInstrumentation: true,
    ignoreIncomingRequestHook: ({ url = '' }) => UNTRACED.test(url),
    applyCustomAttributesOnSpan: (span, request) => {
      const path = (request as IncomingMessage & Routed).route?.path;
      if (typeof path !== 'string') return;
      span.setAttribute(ATTR_HTTP_ROUTE, path);
      span.updateName(`${String((request as IncomingMessage).method)} ${path}`);
    },
  });
