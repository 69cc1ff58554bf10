import { fileSize } from '../app/numbers.js';
import { t } from '../languages/texts.js';
import type { Warning } from './answers.js';

/** A warning in words. */
export interface WarningText {
  readonly title: string;
  /** What to do. */
  readonly remedy: string;
  /** The part of the page where it is done: its path and its title. */
  readonly part?: readonly [path: string, title: string];
}

const TEXTS: Readonly<Record<string, (warning: Warning) => WarningText>> = {
  public_url_missing: () => ({ title: t('overview.publicUrl'), remedy: t('overview.publicUrlRemedy') }),
  no_second_administrator: () => ({
    title: t('overview.oneAdministrator'),
    remedy: t('overview.oneAdministratorRemedy'),
    part: ['users', t('users.title')],
  }),
  disk_nearly_full: ({ free, size }) => ({
    title: t('overview.diskFull', { free: fileSize(Number(free)), size: fileSize(Number(size)) }),
    remedy: t('overview.diskFullRemedy'),
    part: ['files', t('files.title')],
  }),
  no_backup: () => ({ title: t('overview.noBackup'), remedy: t('overview.backupRemedy') }),
  backup_old: ({ days }) => ({
    title: t('overview.backupOld', { days: Number(days) }),
    remedy: t('overview.backupRemedy'),
  }),
  webhook_failing: ({ deliveries, webhook_id: id }) => ({
    title: t('overview.webhook', { count: Number(deliveries), id: String(id) }),
    remedy: t('overview.webhookRemedy'),
    part: ['webhooks', t('webhooks.title')],
  }),
  pushes_failing: ({ failed, sent }) => ({
    title: t('overview.pushes', { failed: Number(failed), sent: Number(sent) }),
    remedy: t('overview.pushesRemedy'),
    part: ['pushes', t('pushes.title')],
  }),
  smtp_away: ({ waiting }) => ({
    title: t('overview.smtpAway', { waiting: Number(waiting) }),
    remedy: t('overview.smtpAwayRemedy'),
    part: ['mails', t('mails.title')],
  }),
  mails_failed: ({ failed }) => ({
    title: t('overview.mailsFailed', { failed: Number(failed) }),
    remedy: t('overview.mailsFailedRemedy'),
    part: ['mails', t('mails.title')],
  }),
  check_failed: ({ check }) => ({
    title: t('overview.checkFailed', { check: String(check) }),
    remedy: t('overview.checkFailedRemedy'),
  }),
};

/** A warning of a feature that this page does not know is shown by its code, rather than not at all. */
export const warningText = (warning: Warning): WarningText =>
  TEXTS[warning.code]?.(warning) ?? {
    title: t('overview.other', { code: warning.code }),
    remedy: t('overview.otherRemedy'),
  };
