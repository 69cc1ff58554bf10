import type {
  ErrorFrame,
  OpenedUpload,
  PendingUpload,
  ServerEvent,
  StatusFrame,
  UnauthenticatedReason,
} from '@parley/protocol';

import type { TokenPair } from '../src/auth/tokens/token-pairs.service.js';
import type { ImageProxyStatus } from '../src/integrations/link-previews/images.controller.js';
import type { PushKey, PushSubscriptionList } from '../src/integrations/web-push/push.controller.js';
import type { HealthReport } from '../src/platform/health/health-report.js';
import type { LivenessReport, ReadinessReport } from '../src/platform/health/readiness.js';
import type { BodyRefusal, HttpError } from '../src/platform/http/api-error.js';
import type { Nothing } from '../src/platform/http/route-contract.js';

/** Every type with a schema in the published contract. Nested types are found from these. */
export interface Wire {
  readonly frames: ServerEvent | StatusFrame | ErrorFrame;
  readonly closing: UnauthenticatedReason;
  readonly push: PushKey | PushSubscriptionList;
  readonly images: ImageProxyStatus;
  readonly uploads: OpenedUpload | PendingUpload;
  readonly http: TokenPair | HealthReport | LivenessReport | ReadinessReport | HttpError | BodyRefusal | Nothing;
}
