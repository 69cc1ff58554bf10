import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';

import type { Language } from '../../platform/http/languages.js';
import { DeploymentSettings } from '../deployment/deployment.settings.js';
import { MailKinds } from '../mail/mail-kinds.js';
import type { MailKind, MailText, MailToCompose } from '../mail/mail-kinds.js';
import { othersText } from '../mail/others-text.js';
import { InvitationsRepository } from './invitations.repository.js';
import { INVITATION_MAIL } from './make-invitation.js';
import type { InvitationMailData } from './make-invitation.js';
import { MailedTokens } from './mailed-tokens.js';

/** Mails an invitation to the address that it is for. It is dropped if the invitation is void by then. */
@Injectable()
export class InvitationMail implements MailKind, OnModuleInit {
  readonly name = INVITATION_MAIL;

  constructor(
    private readonly kinds: MailKinds,
    private readonly invitations: InvitationsRepository,
    private readonly mailed: MailedTokens,
    private readonly deployment: DeploymentSettings,
  ) {}

  onModuleInit(): void {
    this.kinds.add(this);
  }

  async compose({ language, data }: MailToCompose): Promise<MailText | undefined> {
    const { url } = data as InvitationMailData;
    const [page = '', token = ''] = url.split('#', 2);
    const invitation = await this.invitations.open(token);
    if (!invitation) return undefined;
    const rooms = await this.invitations.roomNames(invitation.roomIds);
    return TEXTS[language]({
      deployment: this.deployment.name,
      inviter: invitation.inviter === null ? null : othersText(invitation.inviter),
      rooms: new Intl.ListFormat(language).format(rooms.map((name) => othersText(name))),
      until: invitation.expiresAt.toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' }),
      url: `${page}#${this.mailed.of(token)}`,
    });
  }
}

interface Values {
  readonly deployment: string;
  /** Null: an operator. */
  readonly inviter: string | null;
  /** Their names; empty: the invitation names none. */
  readonly rooms: string;
  /** The day on which it ends. */
  readonly until: string;
  readonly url: string;
}

const TEXTS: Readonly<Record<Language, (values: Values) => MailText>> = {
  en: ({ deployment, inviter, rooms, until, url }) => ({
    subject: inviter === null ? `Invitation to ${deployment}` : `${inviter} invites you to ${deployment}`,
    paragraphs: [
      `You are invited to ${deployment}, where people chat with each other.`,
      ...(rooms === '' ? [] : [`You will be in: ${rooms}`]),
      `The invitation is for you alone. It ends on ${until}.`,
    ],
    action: { label: 'Accept the invitation', url },
    reason: 'You get this mail because somebody entered your address. If you do not know them, ignore it.',
  }),
  de: ({ deployment, inviter, rooms, until, url }) => ({
    subject: inviter === null ? `Einladung zu ${deployment}` : `${inviter} lädt Sie zu ${deployment} ein`,
    paragraphs: [
      `Sie sind zu ${deployment} eingeladen, wo Menschen miteinander chatten.`,
      ...(rooms === '' ? [] : [`Sie werden hier dabei sein: ${rooms}`]),
      `Die Einladung gilt nur für Sie. Sie endet am ${until}.`,
    ],
    action: { label: 'Einladung annehmen', url },
    reason:
      'Sie erhalten diese E-Mail, weil jemand Ihre Adresse angegeben hat. Wenn Sie diese Person nicht kennen, beachten Sie die E-Mail nicht.',
  }),
  es: ({ deployment, inviter, rooms, until, url }) => ({
    subject: inviter === null ? `Invitación a ${deployment}` : `${inviter} le invita a ${deployment}`,
    paragraphs: [
      `Le invitamos a ${deployment}, donde las personas chatean entre sí.`,
      ...(rooms === '' ? [] : [`Estará en: ${rooms}`]),
      `La invitación es solo para usted. Termina el ${until}.`,
    ],
    action: { label: 'Aceptar la invitación', url },
    reason: 'Recibe este correo porque alguien indicó su dirección. Si no conoce a esa persona, ignórelo.',
  }),
  ja: ({ deployment, inviter, rooms, until, url }) => ({
    subject: inviter === null ? `${deployment} への招待` : `${inviter} さんが ${deployment} に招待しています`,
    paragraphs: [
      `チャットサービス ${deployment} に招待されています。`,
      ...(rooms === '' ? [] : [`参加するルーム: ${rooms}`]),
      `この招待はあなた専用です。${until} に終了します。`,
    ],
    action: { label: '招待を受ける', url },
    reason: 'このメールは、誰かがあなたのアドレスを入力したため送信されました。心当たりがない場合は無視してください。',
  }),
  ar: ({ deployment, inviter, rooms, until, url }) => ({
    subject: inviter === null ? `دعوة إلى ${deployment}` : `يدعوك ${inviter} إلى ${deployment}`,
    paragraphs: [
      `أنت مدعو إلى ${deployment}، حيث يتحدث الناس معًا.`,
      ...(rooms === '' ? [] : [`ستكون في: ${rooms}`]),
      `هذه الدعوة لك وحدك، وتنتهي في ${until}.`,
    ],
    action: { label: 'قبول الدعوة', url },
    reason: 'وصلتك هذه الرسالة لأن شخصًا أدخل عنوانك. إن كنت لا تعرفه فتجاهلها.',
  }),
};
