import { Reflector } from '@nestjs/core';

import type { DeploymentAction } from '../../users/roles/deployment.policy.js';

/**
 * The right in the whole deployment without which a route is refused. A right on a user is checked in the transaction of
 * the action.
 */
export const RequiredRight = Reflector.createDecorator<DeploymentAction>();
