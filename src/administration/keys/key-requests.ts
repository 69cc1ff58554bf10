import { Choices, Integer, Optional, Text, Texts } from '@parley/realtime/requests';

import { SCOPES } from '../../integrations/api-keys/api-key.entity.js';
import { LONGEST_NAME, MOST_USERS } from '../../integrations/api-keys/api-keys.service.js';
import { MAX_USERNAME_LENGTH } from '../../users/username.js';

export class NewKeyRequest {
  /** One line. */
  @Text({ min: 1, max: LONGEST_NAME })
  name!: string;

  @Choices(Object.keys(SCOPES))
  scopes!: string[];

  /** The username of the user that the key acts for. Required without the scope `act-as-anybody`. */
  @Optional()
  @Text({ min: 1, max: MAX_USERNAME_LENGTH })
  user?: string | null;

  /** With `act-as-anybody`: the usernames of the only users that the key may act for. */
  @Optional()
  @Texts({ least: 1, most: MOST_USERS, max: MAX_USERNAME_LENGTH })
  only?: string[] | null;

  /** Seconds until the key expires. By default it does not. */
  @Optional()
  @Integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
  lifetime?: number | null;
}
