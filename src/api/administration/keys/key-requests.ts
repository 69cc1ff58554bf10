import { Choices, Integer, Text } from '@parley/realtime/requests';

import { OPERATOR_SCOPES, SCOPES } from '../../../features/api-keys/api-key.entity.js';
import { LONGEST_NAME } from '../../../features/api-keys/api-keys.service.js';
import { MAX_USERNAME_LENGTH } from '../../../features/users/username.js';

const YEAR_SECONDS = 365 * 86_400;

/** A key that is made on the page: it ends, acts for one user, and is valid while its maker is an administrator. */
export class NewKeyRequest {
  /** One line. */
  @Text({ min: 1, max: LONGEST_NAME })
  name!: string;

  /** Without those that only an operator gives. */
  @Choices(Object.keys(SCOPES).filter((scope) => !OPERATOR_SCOPES.some((one) => one === scope)))
  scopes!: string[];

  /** The username of the user that the key acts for. */
  @Text({ min: 1, max: MAX_USERNAME_LENGTH })
  user!: string;

  /** Seconds until the key expires, at most a year. */
  @Integer({ min: 1, max: YEAR_SECONDS })
  lifetime!: number;
}
