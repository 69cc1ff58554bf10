import { auditStreamPart } from './delivery/audit-streams/audit-stream.settings.js';
import { missedMailPart } from './delivery/missed-mails/missed-mails.settings.js';
import { pushPart } from './delivery/push/push.settings.js';
import { webhookPart } from './delivery/webhooks/webhook.settings.js';
import { accountPart } from './features/accounts/account.settings.js';
import { apiPart } from './features/api-keys/api.settings.js';
import { logInPart } from './features/auth/log-ins/log-in.settings.js';
import { oidcPart } from './features/auth/oidc/oidc.settings.js';
import { secondFactorPart } from './features/auth/second-factor/second-factor.settings.js';
import { foreignIssuerPart } from './features/auth/tokens/foreign-issuer.settings.js';
import { tokenPart } from './features/auth/tokens/token.settings.js';
import { deploymentPart } from './features/deployment/deployment.settings.js';
import { invitationPart } from './features/invitations/invitation.settings.js';
import { linkPart } from './features/link-previews/link.settings.js';
import { mailPart } from './features/mail/mail.settings.js';
import { heldPart } from './features/messages/held/held.settings.js';
import { messagePart } from './features/messages/message.settings.js';
import { moderationPart } from './features/moderation/moderation.settings.js';
import { notificationPart } from './features/notification-levels/notification.settings.js';
import { pendingPart } from './features/notifications/pending/pending.settings.js';
import { blockPart, directoryPart } from './features/people/people.settings.js';
import { pinPart } from './features/pins/pin.settings.js';
import { presencePart } from './features/presence/presence.settings.js';
import { retentionPart } from './features/retention/retention.settings.js';
import { consentPart } from './features/rooms/consent/consent.settings.js';
import {
  channelDirectoryPart,
  deliveryRecordPart,
  membershipPart,
  newRoomPart,
} from './features/rooms/room.settings.js';
import { savedMessagePart } from './features/saved-messages/saved-message.settings.js';
import { scheduledMessagePart } from './features/scheduled-messages/scheduled-message.settings.js';
import { searchPart } from './features/search/search.settings.js';
import { scanPart } from './features/uploads/scanning/scan.settings.js';
import { storePart } from './features/uploads/store/store.settings.js';
import { uploadPart } from './features/uploads/upload.settings.js';
import { userPart } from './features/users/user.settings.js';
import { clusterPart } from './platform/config/cluster.settings.js';
import { limitsPart } from './platform/config/limits.settings.js';
import { platformPart } from './platform/config/platform.settings.js';
import type { SettingsPart } from './platform/config/settings-part.js';

/**
 * All parts of the configuration. They are listed apart from the features, because the configuration is read before
 * anything else is loaded: a feature names the classes of its tables, and tracing starts before their driver.
 */
export const settingsParts: readonly SettingsPart[] = [
  platformPart,
  clusterPart,
  limitsPart,
  deploymentPart,
  mailPart,
  accountPart,
  invitationPart,
  missedMailPart,
  auditStreamPart,
  pushPart,
  webhookPart,
  apiPart,
  logInPart,
  oidcPart,
  secondFactorPart,
  foreignIssuerPart,
  tokenPart,
  linkPart,
  heldPart,
  messagePart,
  moderationPart,
  notificationPart,
  pendingPart,
  blockPart,
  directoryPart,
  pinPart,
  presencePart,
  retentionPart,
  consentPart,
  deliveryRecordPart,
  membershipPart,
  channelDirectoryPart,
  newRoomPart,
  savedMessagePart,
  scheduledMessagePart,
  searchPart,
  scanPart,
  storePart,
  uploadPart,
  userPart,
];
