import { Integer, Optional, Text } from '@parley/realtime/requests';

const LARGEST_SIZE = 200;
const LONGEST_CURSOR = 200;

/** The number of items in a page of a list whose request names none. */
export const DEFAULT_PAGE_SIZE = 50;

/** A request for a page of a list that is ordered by times. */
export class TimedPageRequest {
  @Optional()
  @Integer({ min: 1, max: LARGEST_SIZE })
  limit?: number | null;

  /** The `next_cursor` of the page before. */
  @Optional()
  @Text({ min: 1, max: LONGEST_CURSOR })
  cursor?: string | null;
}
