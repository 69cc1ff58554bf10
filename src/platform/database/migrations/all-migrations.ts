import { FirstSchema1795000000000 } from './1795000000000-first-schema.js';
import { MessageDeletions1795100000000 } from './1795100000000-message-deletions.js';
import { ReactionNotifications1795150000000 } from './1795150000000-reaction-notifications.js';
import { Sessions1795200000000 } from './1795200000000-sessions.js';
import { SignalTransactions1795250000000 } from './1795250000000-signal-transactions.js';
import { SentForEver1795300000000 } from './1795300000000-sent-for-ever.js';
import { RoomChanges1795350000000 } from './1795350000000-room-changes.js';
import { Audit1795470000000 } from './1795470000000-audit.js';
import { MembersInOrder1795500000000 } from './1795500000000-members-in-order.js';
import { MessageSearch1795600000000 } from './1795600000000-message-search.js';
import { RoomFeed1795700000000 } from './1795700000000-room-feed.js';
import { Webhooks1795710000000 } from './1795710000000-webhooks.js';
import { Push1795720000000 } from './1795720000000-push.js';
import { ApiKeys1795730000000 } from './1795730000000-api-keys.js';
import { DeliveryRecords1795740000000 } from './1795740000000-delivery-records.js';
import { Release03Tables1798400000000 } from './1798400000000-release-0-3-tables.js';
import { KeysByRoom1798500000000 } from './1798500000000-keys-by-room.js';
import { FileNames1798600000000 } from './1798600000000-file-names.js';
import { Nicknames1798700000000 } from './1798700000000-nicknames.js';
import { DeploymentSettings1798800000000 } from './1798800000000-deployment-settings.js';
import { Invitations1798900000000 } from './1798900000000-invitations.js';
import { OpenChannels1799000000000 } from './1799000000000-open-channels.js';
import { SeveralReactions1799100000000 } from './1799100000000-several-reactions.js';
import { Guests1799200000000 } from './1799200000000-guests.js';
import { Mail1799400000000 } from './1799400000000-mail.js';
import { MissedMails1799500000000 } from './1799500000000-missed-mails.js';
import { AccountList1799610000000 } from './1799610000000-account-list.js';
import { ExternalIds1799620000000 } from './1799620000000-external-ids.js';
import { RoomExternalIds1799700000000 } from './1799700000000-room-external-ids.js';
import { RoomTokens1799701000000 } from './1799701000000-room-tokens.js';
import { ExternalIdsOfEndedRooms1799702000000 } from './1799702000000-external-ids-of-ended-rooms.js';
import { RowsByMessage1799703000000 } from './1799703000000-rows-by-message.js';

/** Every migration, oldest first. */
export const migrations = [
  FirstSchema1795000000000,
  MessageDeletions1795100000000,
  ReactionNotifications1795150000000,
  Sessions1795200000000,
  SignalTransactions1795250000000,
  SentForEver1795300000000,
  RoomChanges1795350000000,
  Audit1795470000000,
  MembersInOrder1795500000000,
  MessageSearch1795600000000,
  RoomFeed1795700000000,
  Webhooks1795710000000,
  Push1795720000000,
  ApiKeys1795730000000,
  DeliveryRecords1795740000000,
  Release03Tables1798400000000,
  KeysByRoom1798500000000,
  FileNames1798600000000,
  Nicknames1798700000000,
  DeploymentSettings1798800000000,
  Invitations1798900000000,
  OpenChannels1799000000000,
  SeveralReactions1799100000000,
  Guests1799200000000,
  Mail1799400000000,
  MissedMails1799500000000,
  AccountList1799610000000,
  ExternalIds1799620000000,
  RoomExternalIds1799700000000,
  RoomTokens1799701000000,
  ExternalIdsOfEndedRooms1799702000000,
  RowsByMessage1799703000000,
];

/** The newest migration of each earlier release. */
export const RELEASES = {
  '0.1': MessageSearch1795600000000.name,
  '0.2': DeliveryRecords1795740000000.name,
  '0.3': Release03Tables1798400000000.name,
} as const satisfies Readonly<Record<string, string>>;

export type EarlierRelease = keyof typeof RELEASES;

/** The time of writing, in milliseconds since 1970, that ends the name of a migration. */
export const migrationTime = (name: string): number => Number(name.slice(-13));

/** Of the newest migration that this program knows. */
export const NEWEST_MIGRATION = Math.max(...migrations.map(({ name }) => migrationTime(name)));
