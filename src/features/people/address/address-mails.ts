import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';

import type { Language } from '../../../platform/http/languages.js';
import { DeploymentSettings } from '../../deployment/deployment.settings.js';
import { ACCOUNT_HAS_ADDRESS } from '../../mail/mail-reasons.js';
import { MailKinds } from '../../mail/mail-kinds.js';
import type { MailText } from '../../mail/mail-kinds.js';
import { othersText } from '../../mail/others-text.js';
import { VerifiedAddressesRepository } from '../../users/verified-addresses.repository.js';
import { AddressLinks } from './address-links.js';
import { ADDRESS_CHANGED, VERIFY_ADDRESS } from './change-address.js';
import type { VerifyAddressData } from './change-address.js';

/** Composes the mails about addresses. A link holds from when its mail is sent. */
@Injectable()
export class AddressMails implements OnModuleInit {
  constructor(
    private readonly kinds: MailKinds,
    private readonly links: AddressLinks,
    private readonly addresses: VerifiedAddressesRepository,
    private readonly deployment: DeploymentSettings,
  ) {}

  onModuleInit(): void {
    this.kinds.add({
      name: VERIFY_ADDRESS,
      compose: async ({ address, language, data }) => {
        if (await this.addresses.owner(address)) return TAKEN[language](this.deployment.name);
        const { claim, username } = data as VerifyAddressData;
        return VERIFY[language](this.deployment.name, othersText(username), await this.links.url(claim));
      },
    });
    this.kinds.add({ name: ADDRESS_CHANGED, compose: ({ language }) => CHANGED[language](this.deployment.name) });
  }
}

const VERIFY: Readonly<Record<Language, (deployment: string, username: string, url: string) => MailText>> = {
  en: (deployment, username, url) => ({
    subject: `Confirm your address for ${deployment}`,
    paragraphs: [
      `Confirm that the account ${username} of ${deployment} is yours, and that you receive mail at this address. The link holds for a day.`,
    ],
    action: { label: 'Confirm the address', url },
    reason: 'You get this mail because somebody entered your address. If the account is not yours, ignore it.',
  }),
  de: (deployment, username, url) => ({
    subject: `Bestätigen Sie Ihre Adresse für ${deployment}`,
    paragraphs: [
      `Bestätigen Sie, dass das Konto ${username} bei ${deployment} Ihres ist und Sie unter dieser Adresse E-Mails erhalten. Der Link gilt einen Tag.`,
    ],
    action: { label: 'Adresse bestätigen', url },
    reason:
      'Sie erhalten diese E-Mail, weil jemand Ihre Adresse angegeben hat. Wenn das Konto nicht Ihres ist, beachten Sie sie nicht.',
  }),
  es: (deployment, username, url) => ({
    subject: `Confirme su dirección para ${deployment}`,
    paragraphs: [
      `Confirme que la cuenta ${username} de ${deployment} es suya y que recibe el correo en esta dirección. El enlace vale un día.`,
    ],
    action: { label: 'Confirmar la dirección', url },
    reason: 'Recibe este correo porque alguien indicó su dirección. Si la cuenta no es suya, ignórelo.',
  }),
  ja: (deployment, username, url) => ({
    subject: `${deployment} のメールアドレスを確認してください`,
    paragraphs: [
      `${deployment} のアカウント ${username} がご自身のものであり、このアドレスでメールを受け取れることを確認してください。リンクは 1 日間有効です。`,
    ],
    action: { label: 'アドレスを確認する', url },
    reason:
      'このメールは、誰かがあなたのアドレスを入力したため送信されました。アカウントがご自身のものでない場合は無視してください。',
  }),
  ar: (deployment, username, url) => ({
    subject: `أكّد عنوانك في ${deployment}`,
    paragraphs: [
      `أكّد أن الحساب ${username} في ${deployment} حسابك، وأنك تتلقى الرسائل على هذا العنوان. الرابط صالح ليوم واحد.`,
    ],
    action: { label: 'تأكيد العنوان', url },
    reason: 'وصلتك هذه الرسالة لأن شخصًا أدخل عنوانك. إن لم يكن الحساب حسابك فتجاهلها.',
  }),
};

const CHANGED: Readonly<Record<Language, (deployment: string) => MailText>> = {
  en: (deployment) => ({
    subject: `Your address for ${deployment} was changed`,
    paragraphs: [
      'Your account does not have this address any more.',
      'If it was not you, change your password and tell an administrator.',
    ],
    reason: `You get this mail because your account at ${deployment} had this address.`,
  }),
  de: (deployment) => ({
    subject: `Ihre Adresse für ${deployment} wurde geändert`,
    paragraphs: [
      'Ihr Konto hat diese Adresse nicht mehr.',
      'Wenn Sie das nicht waren, ändern Sie Ihr Passwort und sagen Sie einer Person aus der Administration Bescheid.',
    ],
    reason: `Sie erhalten diese E-Mail, weil Ihr Konto bei ${deployment} diese Adresse hatte.`,
  }),
  es: (deployment) => ({
    subject: `Se cambió su dirección de ${deployment}`,
    paragraphs: [
      'Su cuenta ya no tiene esta dirección.',
      'Si no fue usted, cambie su contraseña y avise a un administrador.',
    ],
    reason: `Recibe este correo porque su cuenta de ${deployment} tenía esta dirección.`,
  }),
  ja: (deployment) => ({
    subject: `${deployment} のメールアドレスが変更されました`,
    paragraphs: [
      'あなたのアカウントにはもうこのアドレスが登録されていません。',
      '心当たりがない場合は、パスワードを変更し、管理者に知らせてください。',
    ],
    reason: `このメールは、${deployment} のアカウントにこのアドレスが登録されていたため送信されました。`,
  }),
  ar: (deployment) => ({
    subject: `تم تغيير عنوانك في ${deployment}`,
    paragraphs: ['لم يعد هذا العنوان مسجلًا في حسابك.', 'إن لم تكن أنت من غيّره فغيّر كلمة مرورك وأخبر أحد المشرفين.'],
    reason: `وصلتك هذه الرسالة لأن حسابك في ${deployment} كان له هذا العنوان.`,
  }),
};

const TAKEN: Readonly<Record<Language, (deployment: string) => MailText>> = {
  en: (deployment) => ({
    subject: `Your address at ${deployment}`,
    paragraphs: [
      'Somebody wanted to use this address for an account. It belongs to your account already, so nothing has changed.',
      'If it was you: log in, or use "Forgot the password?" on the page for the log-in.',
    ],
    reason: ACCOUNT_HAS_ADDRESS.en(deployment),
  }),
  de: (deployment) => ({
    subject: `Ihre Adresse bei ${deployment}`,
    paragraphs: [
      'Jemand wollte diese Adresse für ein Konto verwenden. Sie gehört bereits zu Ihrem Konto, deshalb hat sich nichts geändert.',
      'Wenn Sie das waren: melden Sie sich an, oder nutzen Sie „Passwort vergessen?“ auf der Anmeldeseite.',
    ],
    reason: ACCOUNT_HAS_ADDRESS.de(deployment),
  }),
  es: (deployment) => ({
    subject: `Su dirección en ${deployment}`,
    paragraphs: [
      'Alguien quiso usar esta dirección para una cuenta. Ya pertenece a la suya, así que nada ha cambiado.',
      'Si fue usted: inicie sesión o use «¿Olvidó la contraseña?» en la página de inicio de sesión.',
    ],
    reason: ACCOUNT_HAS_ADDRESS.es(deployment),
  }),
  ja: (deployment) => ({
    subject: `${deployment} のあなたのアドレスについて`,
    paragraphs: [
      '誰かがこのアドレスをアカウントに使おうとしました。すでにあなたのアカウントのものなので、何も変わっていません。',
      'ご本人の場合は、ログインするか、ログインページの「パスワードをお忘れですか?」を使ってください。',
    ],
    reason: ACCOUNT_HAS_ADDRESS.ja(deployment),
  }),
  ar: (deployment) => ({
    subject: `عنوانك في ${deployment}`,
    paragraphs: [
      'أراد شخص استخدام هذا العنوان لحساب. وهو يخص حسابك بالفعل، فلم يتغير شيء.',
      'إن كنت أنت: فسجّل الدخول، أو استخدم «هل نسيت كلمة المرور؟» في صفحة تسجيل الدخول.',
    ],
    reason: ACCOUNT_HAS_ADDRESS.ar(deployment),
  }),
};
