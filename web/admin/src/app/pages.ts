import type { FunctionComponent } from 'preact';

import type { IconName } from '../../../src/design/icon.js';
import { AuditPage } from '../audit/audit-page.js';
import { FiguresPage } from '../figures/figures-page.js';
import { FilesPage } from '../files/files-page.js';
import { HeldPage } from '../held/held-page.js';
import { KeysPage } from '../keys/keys-page.js';
import { t } from '../languages/texts.js';
import { MailsPage } from '../mails/mails-page.js';
import { TracePage } from '../messages/trace-page.js';
import { OverviewPage } from '../overview/overview-page.js';
import { PushesPage } from '../pushes/pushes-page.js';
import { ReportsPage } from '../reports/reports-page.js';
import { RoomPage } from '../rooms/room-page.js';
import { RoomsPage } from '../rooms/rooms-page.js';
import { SettingsPage } from '../settings/settings-page.js';
import { UserPage } from '../users/user-page.js';
import { UsersPage } from '../users/users-page.js';
import { WebhooksPage } from '../webhooks/webhooks-page.js';
import type { ItemAddress } from './item-address.js';
import { may } from './me.js';

interface PartOfPage {
  /** The first part of its address. */
  readonly path: string;
  readonly title: () => string;
  readonly icon: IconName;
  /** Whether the role permits it. */
  readonly isShown: () => boolean;
  readonly Page: FunctionComponent;
  readonly ItemPage?: FunctionComponent<ItemAddress>;
}

const part = (
  path: string,
  right: string,
  icon: IconName,
  title: () => string,
  pages: Pick<PartOfPage, 'Page' | 'ItemPage'>,
): PartOfPage => ({ path, title, icon, isShown: () => may(right), ...pages });

/** The parts of the page, in the order of the navigation. */
export const PAGES: readonly [PartOfPage, ...PartOfPage[]] = [
  part('overview', 'figures.read', 'eye', () => t('overview.title'), { Page: OverviewPage }),
  part('reports', 'reports.read', 'shield', () => t('reports.title'), { Page: ReportsPage }),
  part('held', 'messages.release', 'clock', () => t('held.title'), { Page: HeldPage }),
  part('users', 'users.read', 'user', () => t('users.title'), { Page: UsersPage, ItemPage: UserPage }),
  part('rooms', 'rooms.read', 'group', () => t('rooms.title'), { Page: RoomsPage, ItemPage: RoomPage }),
  part('files', 'files.read', 'attach', () => t('files.title'), { Page: FilesPage }),
  part('trace', 'messages.trace', 'search', () => t('messages.title'), { Page: TracePage }),
  part('figures', 'figures.read', 'poll', () => t('figures.title'), { Page: FiguresPage }),
  part('webhooks', 'webhooks.manage', 'link', () => t('webhooks.title'), { Page: WebhooksPage }),
  part('pushes', 'pushes.manage', 'bell', () => t('pushes.title'), { Page: PushesPage }),
  part('mails', 'mails.manage', 'unread', () => t('mails.title'), { Page: MailsPage }),
  part('keys', 'keys.manage', 'lock', () => t('keys.title'), { Page: KeysPage }),
  part('settings', 'settings.manage', 'settings', () => t('settings.title'), { Page: SettingsPage }),
  part('audit', 'audit.read', 'file', () => t('audit.title'), { Page: AuditPage }),
];
