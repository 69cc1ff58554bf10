import type { IncomingMessage } from 'node:http';

import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { ATTR_HTTP_ROUTE } from '@opentelemetry/semantic-conventions';

/** Paths that monitoring requests continuously. */
const UNTRACED = /^\/(health|metrics)([/?]|$)/i;

/** A request of express after routing. */
interface Routed {
  readonly route?: { readonly path?: unknown };
}

/** Traces incoming requests only: URLs of outgoing requests may be private. */
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
