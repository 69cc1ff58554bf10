import { invalid, notFound } from '@parley/protocol';
import type { ReportAction } from '@parley/protocol';

import { operatorGrant } from '../../messages/message.policy.js';
import { operatorRight } from '../../users/roles/deployment.policy.js';
import { operatorResolution } from '../report.policy.js';
import type { Resolver } from './resolve-report.js';

/** What an operator may do about a report. A restriction needs a user who made it. */
export const OPERATOR_ACTIONS = ['dismiss', 'delete_message', 'deactivate'] as const satisfies readonly ReportAction[];
export type OperatorAction = (typeof OPERATOR_ACTIONS)[number];

/** An operator at a command, who may resolve every report. */
export const OPERATOR_RESOLVER: Resolver = {
  actor: undefined,
  permit: (_manager, report) => {
    if (!report) throw notFound('No such report.');
    return Promise.resolve({ report, grant: operatorResolution(report.id) });
  },
  mayDelete: ({ roomId }, _resolvable, messages) =>
    Promise.resolve(
      operatorGrant(
        roomId,
        messages.map(({ id }) => id),
      ),
    ),
  mayDeactivate: () => Promise.resolve(operatorRight('users.deactivate')),
  restrict: () => Promise.reject(invalid({ action: ['A restriction needs a user who makes it.'] })),
};
