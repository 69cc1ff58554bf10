import type { CleanedEnv } from 'envalid';

import { deploymentSecrets, secretVariables, shortSecretFaults } from './deployment-secret.js';
import { secretList } from './parsers.js';
import { settingsPart } from './settings-part.js';
import { platformVariables } from './variables.js';

/** The packets between the nodes. */
export abstract class ClusterSettings {
  /** The first signs, all verify. Empty only without Redis. */
  abstract readonly secrets: readonly string[];
}

const variables = {
  ...secretVariables,
  REDIS_URL: platformVariables.REDIS_URL,
  CLUSTER_SECRET: secretList({
    default: undefined,
    desc: 'Secret that signs what processes send each other over Redis, 32 bytes or more, the same for all; of several (new,old) the first signs and all are accepted; unset, JWT_SECRET is used.',
  }),
};

/** Nodes that share no secret cannot know that a packet of Redis is from one of them. */
function missingSecret({ REDIS_URL, CLUSTER_SECRET, JWT_SECRET }: CleanedEnv<typeof variables>): string[] {
  if (REDIS_URL === undefined || CLUSTER_SECRET !== undefined || JWT_SECRET !== undefined) return [];
  return ['CLUSTER_SECRET: required in production with REDIS_URL, unless JWT_SECRET is set'];
}

export const clusterPart = settingsPart({
  token: ClusterSettings,
  variables,
  faults: (values, production) =>
    production ? [...missingSecret(values), ...shortSecretFaults('CLUSTER_SECRET', values.CLUSTER_SECRET)] : [],
  settings: (values, production): ClusterSettings => ({
    secrets: values.CLUSTER_SECRET ?? deploymentSecrets(values, production),
  }),
});
