import type { AccountRightsView } from '../src/api/accounts/account-rights.controller.js';
import type { DeploymentView } from '../src/api/accounts/deployment.controller.js';
import type { InvitationPageView, OpenInvitationView } from '../src/api/accounts/invitations.controller.js';
import type { AcceptedInvitation } from '../src/features/invitations/accept-invitation.js';
import type { RecoveryOffer } from '../src/api/accounts/recovery.controller.js';
import type { PendingAccount } from '../src/api/accounts/accounts.controller.js';
import type { MailListPage } from '../src/api/administration/mails/mails.controller.js';
import type { VerifiedAddress } from '../src/features/accounts/sign-up/verify-address.js';
import type { OwnAddress } from '../src/features/users/verified-addresses.repository.js';
import type { TestedMail } from '../src/features/mail/mail-administration.js';
import type { MadeInvitation } from '../src/features/invitations/make-invitation.js';
import type {
  ErrorFrame,
  HeldDecision,
  OpenedUpload,
  PendingUpload,
  ServerEvent,
  StatusFrame,
  UnauthenticatedReason,
} from '@parley/protocol';

import type { AdministrationUser } from '../src/api/administration/access/me.controller.js';
import type { AuditPage, AuditVerificationPart } from '../src/api/administration/audit/audit.controller.js';
import type { FigureHistory, PresentFigures } from '../src/api/administration/figures/figures.service.js';
import type { FilePage } from '../src/api/administration/files/files.controller.js';
import type { HeldOfAllRooms } from '../src/api/administration/held/held-messages.controller.js';
import type { SettingStates } from '../src/api/administration/settings/settings.controller.js';
import type { KeyPage } from '../src/api/administration/keys/keys.controller.js';
import type { Overview } from '../src/api/administration/overview/overview.controller.js';
import type { PushPage, TestedPush } from '../src/api/administration/pushes/pushes.controller.js';
import type { ReportPage, ReportResolutions } from '../src/api/administration/reports/reports.controller.js';
import type {
  JoinedRoomPage,
  MemberSummaryPage,
  RestrictionSummaryPage,
  RoomSummaryPage,
} from '../src/api/administration/rooms/rooms.controller.js';
import type { ClosedSessions, SessionsOfUser } from '../src/api/administration/users/user-sessions.controller.js';
import type { AccountDetail, AccountPage } from '../src/api/administration/users/users.controller.js';
import type { ErasedProductUser, ProductUserOutcomes } from '../src/api/rest/backend/product-users.controller.js';
import type { ProductRoom } from '../src/features/provisioning/rooms/product-room.js';
import type { ChangedMembership } from '../src/features/provisioning/rooms/provision-members.js';
import type { ProductUser } from '../src/features/provisioning/users/product-user.js';
import type { DeliveryPage, ReplayedDeliveries } from '../src/api/administration/webhooks/deliveries.controller.js';
import type { TestDelivery, WebhookPage } from '../src/api/administration/webhooks/webhooks.controller.js';
import type { RecoveryCodes } from '../src/features/auth/http/second-factor.controller.js';
import type { LogInRefusal } from '../src/features/auth/http/token.controller.js';
import type { RequiredEnrolment, TicketRefusal } from '../src/features/auth/second-factor/log-in-steps.service.js';
import type { SecondFactorState } from '../src/features/auth/second-factor/second-factor-state.service.js';
import type { Enrolment } from '../src/features/auth/second-factor/second-factors.service.js';
import type { BackendToken, TokenPair } from '../src/features/auth/tokens/token-pairs.service.js';
import type { CreatedKey } from '../src/features/api-keys/api-keys.service.js';
import type { ImageProxyStatus } from '../src/features/link-previews/images.controller.js';
import type { PushKey, PushSubscriptionList } from '../src/delivery/push/push.controller.js';
import type { CreatedWebhook, WebhookDeletion } from '../src/delivery/webhooks/webhook-administration.service.js';
import type { FilePurge } from '../src/features/uploads/inventory/file-purge.js';
import type { SenderPurge, SenderPurgePlan } from '../src/features/retention/sender-purge.service.js';
import type { DeliveryTraceView } from '../src/features/delivery-trace/trace.view.js';
import type { ErasureReceipt } from '../src/features/personal-data/user-erasure.service.js';
import type { UserHoldings } from '../src/features/personal-data/user-holdings.repository.js';
import type { HealthReport } from '../src/platform/health/health-report.js';
import type { LivenessReport, ReadinessReport } from '../src/platform/health/readiness.js';
import type { BodyRefusal, HttpError } from '../src/platform/http/api-error.js';
import type { Nothing } from '../src/platform/http/route-contract.js';
import type { ReportDetail } from '../src/features/reports/report-context.js';
import type { RoomDeletion } from '../src/features/rooms/administration/room-administration.service.js';
import type { RoomDetail } from '../src/features/rooms/administration/room-summaries.repository.js';
import type { RoomLogReport } from '../src/features/rooms/change-log/room-log-check.service.js';
import type { FileDetail } from '../src/features/uploads/inventory/file-lookup.service.js';
import type { Account } from '../src/features/users/account.js';

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
    | ChangedMembership
    | ClosedSessions
    | CreatedKey
    | CreatedWebhook
    | DeliveryPage
    | BackendToken
    | ErasedProductUser
    | ErasureReceipt
    | ProductRoom
    | ProductUser
    | ProductUserOutcomes
    | FigureHistory
    | DeliveryTraceView
    | FileDetail
    | FilePage
    | FilePurge
    | HeldDecision
    | HeldOfAllRooms
    | JoinedRoomPage
    | KeyPage
    | MailListPage
    | MemberSummaryPage
    | Overview
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
    | SettingStates
    | TestDelivery
    | TestedMail
    | TestedPush
    | UserHoldings
    | WebhookDeletion
    | WebhookPage;
  readonly comingIn:
    | AcceptedInvitation
    | AccountRightsView
    | DeploymentView
    | PendingAccount
    | OwnAddress
    | RecoveryOffer
    | VerifiedAddress
    | InvitationPageView
    | MadeInvitation
    | OpenInvitationView;
  readonly uploads: OpenedUpload | PendingUpload;
  readonly http: TokenPair | HealthReport | LivenessReport | ReadinessReport | HttpError | BodyRefusal | Nothing;
}
