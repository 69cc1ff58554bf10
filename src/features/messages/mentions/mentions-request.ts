import { Bool, Optional, UserIds } from '@parley/realtime/requests';

import { LARGEST_MENTIONS } from '../message.settings.js';

/** The fields of a request that name those whom a message mentions. */
export class MentionsRequest {
  /** Members of the room. */
  @Optional()
  @UserIds({ most: LARGEST_MENTIONS })
  mentions?: number[] | null;

  /** Whether the message mentions the whole room. */
  @Optional()
  @Bool()
  mention_room?: boolean | null;
}
