import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';

import type { Language } from '../../../platform/http/languages.js';
import { DeploymentSettings } from '../../deployment/deployment.settings.js';
import { ACCOUNT_HAS_ADDRESS } from '../../mail/mail-reasons.js';
import { MailKinds } from '../../mail/mail-kinds.js';
import type { MailText } from '../../mail/mail-kinds.js';
import { othersText } from '../../mail/others-text.js';
import { NEW_DEVICE, PASSWORD_CHANGED } from './account-notices.js';
import type { NewDeviceData } from './account-notices.js';

/** Of the description that a device gives of itself, in characters. */
const LONGEST_DEVICE = 150;

/** Composes the mails of {@link AccountNotices}. */
@Injectable()
export class AccountNoticeMails implements OnModuleInit {
  constructor(
    private readonly kinds: MailKinds,
    private readonly deployment: DeploymentSettings,
  ) {}

  onModuleInit(): void {
    this.kinds.add({
      name: PASSWORD_CHANGED,
      compose: ({ language }) => PASSWORD[language](this.deployment.name),
    });
    this.kinds.add({
      name: NEW_DEVICE,
      compose: ({ language, data }) => {
        const { device, address, at } = data as NewDeviceData;
        const time = new Date(at).toLocaleString(language, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' });
        return DEVICE[language](
          this.deployment.name,
          [othersText(device, LONGEST_DEVICE), address ?? '', time].filter(Boolean).join('\n'),
        );
      },
    });
  }
}

const PASSWORD: Readonly<Record<Language, (deployment: string) => MailText>> = {
  en: (deployment) => ({
    subject: `Your password for ${deployment} was changed`,
    paragraphs: [
      'Your password was changed. All other devices may be logged out.',
      'If it was not you, set a new password with "Forgot the password?" on the page for the log-in, and tell an administrator.',
    ],
    reason: ACCOUNT_HAS_ADDRESS.en(deployment),
  }),
  de: (deployment) => ({
    subject: `Ihr Passwort für ${deployment} wurde geändert`,
    paragraphs: [
      'Ihr Passwort wurde geändert. Andere Geräte können abgemeldet sein.',
      'Wenn Sie das nicht waren, setzen Sie mit „Passwort vergessen?“ auf der Anmeldeseite ein neues Passwort, und sagen Sie einer Person aus der Administration Bescheid.',
    ],
    reason: ACCOUNT_HAS_ADDRESS.de(deployment),
  }),
  es: (deployment) => ({
    subject: `Se cambió su contraseña de ${deployment}`,
    paragraphs: [
      'Se cambió su contraseña. Es posible que se haya cerrado la sesión en sus otros dispositivos.',
      'Si no fue usted, establezca una contraseña nueva con «¿Olvidó la contraseña?» en la página de inicio de sesión y avise a un administrador.',
    ],
    reason: ACCOUNT_HAS_ADDRESS.es(deployment),
  }),
  ja: (deployment) => ({
    subject: `${deployment} のパスワードが変更されました`,
    paragraphs: [
      'パスワードが変更されました。ほかの端末はログアウトされた可能性があります。',
      '心当たりがない場合は、ログインページの「パスワードをお忘れですか?」から新しいパスワードを設定し、管理者に知らせてください。',
    ],
    reason: ACCOUNT_HAS_ADDRESS.ja(deployment),
  }),
  ar: (deployment) => ({
    subject: `تم تغيير كلمة مرورك في ${deployment}`,
    paragraphs: [
      'تم تغيير كلمة مرورك. ربما سُجّل الخروج من أجهزتك الأخرى.',
      'إن لم تكن أنت من غيّرها، فعيّن كلمة مرور جديدة عبر «هل نسيت كلمة المرور؟» في صفحة تسجيل الدخول، وأخبر أحد المشرفين.',
    ],
    reason: ACCOUNT_HAS_ADDRESS.ar(deployment),
  }),
};

const DEVICE: Readonly<Record<Language, (deployment: string, device: string) => MailText>> = {
  en: (deployment, device) => ({
    subject: `New device logged in to ${deployment}`,
    paragraphs: [
      'Somebody has logged in to your account from a device that was not used before:',
      device,
      'If it was you, there is nothing to do. If not, change your password: that ends all other log-ins.',
    ],
    reason: ACCOUNT_HAS_ADDRESS.en(deployment),
  }),
  de: (deployment, device) => ({
    subject: `Neues Gerät bei ${deployment} angemeldet`,
    paragraphs: [
      'Jemand hat sich mit einem Gerät, das bisher nicht verwendet wurde, bei Ihrem Konto angemeldet:',
      device,
      'Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, ändern Sie Ihr Passwort: das beendet alle anderen Anmeldungen.',
    ],
    reason: ACCOUNT_HAS_ADDRESS.de(deployment),
  }),
  es: (deployment, device) => ({
    subject: `Nuevo dispositivo en ${deployment}`,
    paragraphs: [
      'Alguien inició sesión en su cuenta desde un dispositivo que no se había usado antes:',
      device,
      'Si fue usted, no tiene que hacer nada. Si no, cambie su contraseña: eso cierra todas las demás sesiones.',
    ],
    reason: ACCOUNT_HAS_ADDRESS.es(deployment),
  }),
  ja: (deployment, device) => ({
    subject: `${deployment} に新しい端末からログインがありました`,
    paragraphs: [
      'これまで使われていない端末からあなたのアカウントにログインがありました:',
      device,
      'ご本人であれば何もする必要はありません。そうでなければパスワードを変更してください。ほかのログインはすべて終了します。',
    ],
    reason: ACCOUNT_HAS_ADDRESS.ja(deployment),
  }),
  ar: (deployment, device) => ({
    subject: `جهاز جديد سجّل الدخول إلى ${deployment}`,
    paragraphs: [
      'سجّل شخص الدخول إلى حسابك من جهاز لم يُستخدم من قبل:',
      device,
      'إن كنت أنت فلا حاجة لفعل شيء. وإلا فغيّر كلمة مرورك: فهذا ينهي كل عمليات الدخول الأخرى.',
    ],
    reason: ACCOUNT_HAS_ADDRESS.ar(deployment),
  }),
};
