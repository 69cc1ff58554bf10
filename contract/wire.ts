import type {
  ErrorFrame,
  HeldDecision,
  OpenedUpload,
  PendingUpload,
  ServerEvent,
  StatusFrame,
  UnauthenticatedReason,
} from '@parley/protocol';

import type { AdministrationUser } from '../src/administration/access/me.controller.js';
import type { AuditPage, AuditVerificationPart } from '../src/administration/audit/audit.controller.js';
import type { FigureHistory, PresentFigures } from '../src/administration/figures/figures.service.js';
import type { FilePage } from '../src/administration/files/files.controller.js';
import type { HeldOfAllRooms } from '../src/administration/held/held-messages.controller.js';
import type { KeyPage } from '../src/administration/keys/keys.controller.js';
import type { PushPage, TestedPush } from '../src/administration/pushes/pushes.controller.js';
import type { ReportPage, ReportResolutions } from '../src/administration/reports/reports.controller.js';
import type {
  JoinedRoomPage,
  MemberSummaryPage,
  RestrictionSummaryPage,
  RoomSummaryPage,
} from '../src/administration/rooms/rooms.controller.js';
import type { ClosedSessions, SessionsOfUser } from '../src/administration/users/user-sessions.controller.js';
import type { AccountDetail, AccountPage } from '../src/administration/users/users.controller.js';
import type { DeliveryPage, ReplayedDeliveries } from '../src/administration/webhooks/deliveries.controller.js';
import type { TestDelivery, WebhookPage } from '../src/administration/webhooks/webhooks.controller.js';
import type { RecoveryCodes } from '../src/auth/http/second-factor.controller.js';
import type { LogInRefusal } from '../src/auth/http/token.controller.js';
import type { RequiredEnrolment, TicketRefusal } from '../src/auth/second-factor/log-in-steps.service.js';
import type { SecondFactorState } from '../src/auth/second-factor/second-factor-state.service.js';
import type { Enrolment } from '../src/auth/second-factor/second-factors.service.js';
import type { TokenPair } from '../src/auth/tokens/token-pairs.service.js';
import type { CreatedKey } from '../src/integrations/api-keys/api-keys.service.js';
import type { ImageProxyStatus } from '../src/integrations/link-previews/images.controller.js';
import type { PushKey, PushSubscriptionList } from '../src/integrations/web-push/push.controller.js';
import type { CreatedWebhook, WebhookDeletion } from '../src/integrations/webhooks/webhook-administration.service.js';
import type { FilePurge } from '../src/uploads/inventory/file-purge.js';
import type { SenderPurge, SenderPurgePlan } from '../src/messages/retention/sender-purge.service.js';
import type { DeliveryTraceView } from '../src/operations/delivery-trace/trace.view.js';
import type { ErasureReceipt } from '../src/operations/privacy/user-erasure.service.js';
import type { UserHoldings } from '../src/operations/privacy/user-holdings.repository.js';
import type { HealthReport } from '../src/platform/health/health-report.js';
import type { LivenessReport, ReadinessReport } from '../src/platform/health/readiness.js';
import type { BodyRefusal, HttpError } from '../src/platform/http/api-error.js';
import type { Nothing } from '../src/platform/http/route-contract.js';
import type { ReportDetail } from '../src/reports/report-context.js';
import type { RoomDeletion } from '../src/rooms/administration/room-administration.service.js';
import type { RoomDetail } from '../src/rooms/administration/room-summaries.repository.js';
import type { RoomLogReport } from '../src/rooms/change-log/room-log-check.service.js';
import type { FileDetail } from '../src/uploads/inventory/file-lookup.service.js';
import type { Account } from '../src/users/account.js';

/** Every type with a schema in the published contract. Nested types are found from these. */
export interface Wire {
  readonly frames: ServerEvent | StatusFrame | ErrorFrame;
  readonly closing: UnauthenticatedReason;
  readonly push: PushKey | PushSubscriptionList;
  readonly images: ImageProxyStatus;
  readonly accounts: Enrolment | LogInRefusal | RecoveryCodes | RequiredEnrolment | SecondFactorState | TicketRefusal;
  readonly administration:
    | Account
    | AccountDetail
    | AccountPage
    | AdministrationUser
    | AuditPage
    | AuditVerificationPart
    | ClosedSessions
    | CreatedKey
    | CreatedWebhook
    | DeliveryPage
    | ErasureReceipt
    | FigureHistory
    | DeliveryTraceView
    | FileDetail
    | FilePage
    | FilePurge
    | HeldDecision
    | HeldOfAllRooms
    | JoinedRoomPage
    | KeyPage
    | MemberSummaryPage
    | PresentFigures
    | PushPage
    | ReplayedDeliveries
    | ReportDetail
    | ReportPage
    | ReportResolutions
    | RestrictionSummaryPage
    | RoomDeletion
    | RoomDetail
    | RoomLogReport
    | RoomSummaryPage
    | SenderPurge
    | SenderPurgePlan
    | SessionsOfUser
    | TestDelivery
    | TestedPush
    | UserHoldings
    | WebhookDeletion
    | WebhookPage;
  readonly uploads: OpenedUpload | PendingUpload;
  readonly http: TokenPair | HealthReport | LivenessReport | ReadinessReport | HttpError | BodyRefusal | Nothing;
}
