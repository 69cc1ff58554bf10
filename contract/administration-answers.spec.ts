import type { AdministrationUser } from '../src/api/administration/access/me.controller.js';
import type { AuditPage, AuditVerificationPart } from '../src/api/administration/audit/audit.controller.js';
import type { FigureHistory, PresentFigures } from '../src/api/administration/figures/figures.service.js';
import type { FilePage } from '../src/api/administration/files/files.controller.js';
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
import type { SessionsOfUser } from '../src/api/administration/users/user-sessions.controller.js';
import type { AccountDetail, AccountPage } from '../src/api/administration/users/users.controller.js';
import type { DeliveryPage, ReplayedDeliveries } from '../src/api/administration/webhooks/deliveries.controller.js';
import type { WebhookPage } from '../src/api/administration/webhooks/webhooks.controller.js';
import { OPERATOR_SCOPES, SCOPES } from '../src/features/api-keys/api-key.entity.js';
import { WEBHOOK_EVENTS } from '../src/delivery/webhooks/webhook-event.js';
import { LANGUAGES } from '../src/platform/http/languages.js';
import type { FilePurge } from '../src/features/uploads/inventory/file-purge.js';
import type { SenderPurge, SenderPurgePlan } from '../src/features/retention/sender-purge.service.js';
import type { DeliveryTraceView } from '../src/features/delivery-trace/trace.view.js';
import type { ErasureReceipt } from '../src/features/personal-data/user-erasure.service.js';
import type { UserHoldings } from '../src/features/personal-data/user-holdings.repository.js';
import type { ReportDetail } from '../src/features/reports/report-context.js';
import type { RoomDetail } from '../src/features/rooms/administration/room-summaries.repository.js';
import type { RoomLogReport } from '../src/features/rooms/change-log/room-log-check.service.js';
import type * as app from '../web/admin/src/app/answers.js';
import type * as audit from '../web/admin/src/audit/answers.js';
import type * as figures from '../web/admin/src/figures/answers.js';
import type * as files from '../web/admin/src/files/answers.js';
import type * as keys from '../web/admin/src/keys/answers.js';
import { SCOPES as SHOWN_SCOPES } from '../web/admin/src/keys/scopes.js';
import type * as messages from '../web/admin/src/messages/answers.js';
import type * as overview from '../web/admin/src/overview/answers.js';
import type * as pushes from '../web/admin/src/pushes/answers.js';
import type * as reports from '../web/admin/src/reports/answers.js';
import type * as rooms from '../web/admin/src/rooms/answers.js';
import type * as settings from '../web/admin/src/settings/answers.js';
import type * as users from '../web/admin/src/users/answers.js';
import type * as webhooks from '../web/admin/src/webhooks/answers.js';
import { LANGUAGES as SHOWN_LANGUAGES } from '../web/src/languages/languages.js';
import { WEBHOOK_EVENTS as SHOWN_EVENTS } from '../web/admin/src/webhooks/webhook-events.js';

/** The answers of the administration page are declared in the page, which has no access to the code of the service. */
describe('what the administration page reads', () => {
  // The compiler checks these: an answer without a member that the page reads is an error.
  it('is in the answers of the routes', () => {
    expectTypeOf<AdministrationUser>().toExtend<app.Me>();
    expectTypeOf<AuditPage['entries'][number]>().toExtend<audit.AuditEntry>();
    expectTypeOf<AuditVerificationPart>().toExtend<audit.AuditVerificationPart>();
    expectTypeOf<PresentFigures>().toExtend<figures.PresentFigures>();
    expectTypeOf<FigureHistory>().toExtend<figures.FigureHistory>();
    expectTypeOf<FilePage['files'][number]>().toExtend<files.ListedFile>();
    expectTypeOf<FilePurge>().toExtend<files.FilePurge>();
    expectTypeOf<KeyPage['keys'][number]>().toExtend<keys.ApiKey>();
    expectTypeOf<DeliveryTraceView>().toExtend<messages.DeliveryTrace>();
    expectTypeOf<Overview>().toExtend<overview.Overview>();
    expectTypeOf<PushPage['pushes'][number]>().toExtend<pushes.Push>();
    expectTypeOf<TestedPush['subscriptions'][number]>().toExtend<pushes.TestedSubscription>();
    expectTypeOf<ReportPage>().toExtend<reports.ReportPage>();
    expectTypeOf<ReportDetail['subject']>().toExtend<reports.ReportedUser>();
    expectTypeOf<ReportResolutions>().toExtend<reports.ReportResolutions>();
    expectTypeOf<RoomSummaryPage['rooms'][number]>().toExtend<rooms.RoomSummary>();
    expectTypeOf<JoinedRoomPage['rooms'][number]>().toExtend<rooms.RoomOfUser>();
    expectTypeOf<RoomDetail>().toExtend<rooms.RoomDetail>();
    expectTypeOf<MemberSummaryPage['members'][number]>().toExtend<rooms.RoomMember>();
    expectTypeOf<RestrictionSummaryPage['restrictions'][number]>().toExtend<rooms.Restriction>();
    expectTypeOf<RoomLogReport>().toExtend<rooms.RoomLogReport>();
    expectTypeOf<AccountPage['users'][number]>().toExtend<users.ListedAccount>();
    expectTypeOf<AccountDetail>().toExtend<users.AccountDetail>();
    expectTypeOf<SessionsOfUser>().toExtend<users.SessionsOfUser>();
    expectTypeOf<UserHoldings>().toExtend<users.UserHoldings>();
    expectTypeOf<ErasureReceipt>().toExtend<users.ErasureReceipt>();
    expectTypeOf<SenderPurgePlan>().toExtend<users.SenderPurgePlan>();
    expectTypeOf<SenderPurge>().toExtend<users.SenderPurge>();
    expectTypeOf<SettingStates>().toExtend<settings.SettingStates>();
    expectTypeOf<WebhookPage['webhooks'][number]>().toExtend<webhooks.Webhook>();
    expectTypeOf<DeliveryPage['deliveries'][number]>().toExtend<webhooks.Delivery>();
    expectTypeOf<ReplayedDeliveries>().toExtend<webhooks.ReplayedDeliveries>();
  });

  it('is every scope of a key but those that an operator alone gives, and every event of a webhook', () => {
    expect([...SHOWN_SCOPES, ...OPERATOR_SCOPES].sort()).toEqual(Object.keys(SCOPES).sort());
    expect([...SHOWN_EVENTS].sort()).toEqual([...WEBHOOK_EVENTS].sort());
  });
});

it('the languages of the web client are those that the service tells everybody', () => {
  expect(SHOWN_LANGUAGES.map(({ code }) => code)).toEqual(LANGUAGES);
});
