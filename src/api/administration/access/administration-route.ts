import { applyDecorators, HttpCode, HttpStatus, RequestMapping, RequestMethod, UseGuards } from '@nestjs/common';
import type { RequestClass } from '@parley/realtime/requests';

import { UserGuard, userRefusals } from '../../../features/auth/http/user.guard.js';
import { Config } from '../../../platform/config/config.js';
import { EnabledBy } from '../../../platform/http/enabled-by.js';
import { bodyRefusals, PublicRoute, RETRY_AFTER } from '../../../platform/http/route-contract.js';
import type { AnswerContract, Nothing, RouteContract } from '../../../platform/http/route-contract.js';
import type { DeploymentAction } from '../../../features/users/roles/deployment.policy.js';
import { AdministratorGuard, RequiredRight } from './administrator.guard.js';

interface AdministrationContract {
  readonly summary: string;
  readonly right: DeploymentAction;
  readonly query?: RequestClass;
  readonly body?: RequestClass;
  /** The answer of a success. */
  readonly answer: AnswerContract;
  /** Refusals that other routes do not have. */
  readonly refusals?: RouteContract['answers'];
}

const refusals: RouteContract['answers'] = {
  ...userRefusals,
  403: {
    description:
      'The role of the user does not permit this: `permission_denied`; REQUIRE_TOTP asks for a second factor: `second_factor_required`, `second_factor_enrolment_required`; or the act needs a fresh proof of the user: `reauthentication_required`.',
    type: 'HttpError',
  },
  404: { description: 'There is no such item: `not_found`; or `ADMIN_PAGE` is off.', type: 'HttpError' },
  429: { description: 'Too many requests of the user: `throttled`.', type: 'HttpError', headers: RETRY_AFTER },
};

const invalidQuery: RouteContract['answers'] = {
  400: { description: 'Parameters are invalid, with a list of reasons for each.', type: 'BodyRefusal' },
};

/** The refusal of an id in the path, for a route without other parameters. */
export const INVALID_ID: RouteContract['answers'] = {
  400: { description: 'The id is not a UUID, with a list of reasons.', type: 'BodyRefusal' },
};

/** A route of the administration page, for moderators and administrators with an access token. */
export function AdministrationRoute(
  method: 'DELETE' | 'GET' | 'PATCH' | 'POST',
  path: string,
  { summary, right, query, body, answer, refusals: others = {} }: AdministrationContract,
): MethodDecorator {
  const answers = {
    [HttpStatus.OK]: answer,
    ...(query ? invalidQuery : {}),
    ...(body ? bodyRefusals : {}),
    ...refusals,
    ...others,
  };
  return applyDecorators(
    RequestMapping({ method: RequestMethod[method], path }),
    HttpCode(HttpStatus.OK),
    RequiredRight(right),
    PublicRoute({ summary, bearer: 'user', ...(query && { query }), ...(body && { body }), answers }),
  );
}

/** The controller of a part of the administration. */
export const Administration = (): ClassDecorator =>
  applyDecorators(
    EnabledBy(Config, ({ pages }) => pages.adminPage),
    UseGuards(UserGuard, AdministratorGuard),
  );

/** The answer of a change that returns nothing. */
export const DONE: AnswerContract = { description: 'It is done.', type: 'Nothing' };

/** Waits for a change that returns nothing. */
export async function done(change: Promise<unknown>): Promise<Nothing> {
  await change;
  return {};
}
