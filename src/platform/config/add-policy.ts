import type { AddPolicy } from '@parley/protocol';

/** The values of ADD_POLICY and of the setting of a user. */
export const addPolicies = ['everyone', 'shared', 'nobody'] as const satisfies readonly AddPolicy[];
