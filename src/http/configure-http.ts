import type { IncomingMessage, ServerResponse } from 'node:http';

import type { NestExpressApplication } from '@nestjs/platform-express';

import { readJsonBodies } from './body.js';
import { ErrorsFilter } from './errors.filter.js';

/** @param app made with `bodyParser: false` */
export function configureHttp(app: NestExpressApplication): void {
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(storeNothing);
  readJsonBodies(app);
  app.useGlobalFilters(new ErrorsFilter(app.getHttpAdapter()));
}

/** No answer of ours is worth keeping: they are tokens, errors and the state of this moment. */
function storeNothing(_request: IncomingMessage, response: ServerResponse, next: () => void): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}
