import type { ErrorFrame, ServerEvent, StatusFrame, UnauthenticatedReason } from '@parley/protocol';

import type { TokenPair } from '../src/auth/index.js';
import type { HealthReport, LivenessReport, ReadinessReport } from '../src/health/index.js';
import type { BodyRefusal, HttpError, Nothing } from '../src/http/index.js';
import type { PushKey, PushSubscriptionList } from '../src/push/index.js';

/** Every type with a schema in the published contract. Nested types are found from these. */
export interface Wire {
  readonly frames: ServerEvent | StatusFrame | ErrorFrame;
  readonly closing: UnauthenticatedReason;
  readonly push: PushKey | PushSubscriptionList;
  readonly http: TokenPair | HealthReport | LivenessReport | ReadinessReport | HttpError | BodyRefusal | Nothing;
}
