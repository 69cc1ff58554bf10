import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';

import type { Language } from '../../../platform/http/languages.js';
import { PublicAddress } from '../../../platform/http/public-address.js';
import { Tickets } from '../../auth/tickets/tickets.js';
import { DeploymentSettings } from '../../deployment/deployment.settings.js';
import { MailKinds } from '../../mail/mail-kinds.js';
import type { MailKind, MailText, MailToCompose } from '../../mail/mail-kinds.js';
import { UsersService } from '../../users/users.service.js';
import { VerifiedAddressesRepository } from '../../users/verified-addresses.repository.js';
import { RECOVERY } from './recover-password.js';

/**
 * Composes the mail with the link that sets another password. The link holds for an hour from when it is sent, and only
 * while the user has the address: whoever reads an address that the user has given up sets no password.
 */
@Injectable()
export class RecoveryMail implements MailKind, OnModuleInit {
  readonly name = RECOVERY;

  constructor(
    private readonly kinds: MailKinds,
    private readonly users: UsersService,
    private readonly addresses: VerifiedAddressesRepository,
    private readonly tickets: Tickets,
    private readonly address: PublicAddress,
    private readonly deployment: DeploymentSettings,
  ) {}

  onModuleInit(): void {
    this.kinds.add(this);
  }

  async compose({ userId, address, language }: MailToCompose): Promise<MailText | undefined> {
    const recipient = await this.addresses.recipient(userId ?? 0);
    if (recipient?.email !== address) return undefined;
    const holder = await this.users.tokenHolderOf(recipient.id);
    const url = `${this.address.url}/recover#${await this.tickets.issue(RECOVERY, holder, { address })}`;
    return TEXTS[language]({ deployment: this.deployment.name, username: holder.username, url });
  }
}

interface Values {
  readonly deployment: string;
  readonly username: string;
  readonly url: string;
}

const TEXTS: Readonly<Record<Language, (values: Values) => MailText>> = {
  en: ({ deployment, username, url }) => ({
    subject: `New password for ${deployment}`,
    paragraphs: [
      `Your username is ${username}. Set a new password with this link. It holds for an hour and works once.`,
    ],
    action: { label: 'Set a new password', url },
    reason: 'You get this mail because somebody asked for it on the page for the log-in. If it was not you, ignore it.',
  }),
  de: ({ deployment, username, url }) => ({
    subject: `Neues Passwort für ${deployment}`,
    paragraphs: [
      `Ihr Benutzername ist ${username}. Setzen Sie mit diesem Link ein neues Passwort. Er gilt eine Stunde und nur einmal.`,
    ],
    action: { label: 'Neues Passwort setzen', url },
    reason:
      'Sie erhalten diese E-Mail, weil jemand auf der Anmeldeseite darum gebeten hat. Wenn Sie das nicht waren, beachten Sie sie nicht.',
  }),
  es: ({ deployment, username, url }) => ({
    subject: `Nueva contraseña de ${deployment}`,
    paragraphs: [
      `Su nombre de usuario es ${username}. Establezca una contraseña nueva con este enlace. Vale una hora y una sola vez.`,
    ],
    action: { label: 'Establecer una contraseña nueva', url },
    reason: 'Recibe este correo porque alguien lo pidió en la página de inicio de sesión. Si no fue usted, ignórelo.',
  }),
  ja: ({ deployment, username, url }) => ({
    subject: `${deployment} の新しいパスワード`,
    paragraphs: [
      `ユーザー名は ${username} です。このリンクから新しいパスワードを設定してください。1 時間有効で、一度だけ使えます。`,
    ],
    action: { label: '新しいパスワードを設定する', url },
    reason: 'このメールは、ログインページで請求されたため送信されました。心当たりがない場合は無視してください。',
  }),
  ar: ({ deployment, username, url }) => ({
    subject: `كلمة مرور جديدة في ${deployment}`,
    paragraphs: [`اسم المستخدم هو ${username}. عيّن كلمة مرور جديدة بهذا الرابط. هو صالح لساعة ولمرة واحدة.`],
    action: { label: 'تعيين كلمة مرور جديدة', url },
    reason: 'وصلتك هذه الرسالة لأن شخصًا طلبها في صفحة تسجيل الدخول. إن لم تكن أنت فتجاهلها.',
  }),
};
