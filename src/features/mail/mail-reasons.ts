import type { Language } from '../../platform/http/languages.js';

/** Why the owner of an account gets a mail about it. */
export const ACCOUNT_HAS_ADDRESS: Readonly<Record<Language, (deployment: string) => string>> = {
  en: (deployment) => `You get this mail because your account at ${deployment} has this address.`,
  de: (deployment) => `Sie erhalten diese E-Mail, weil Ihr Konto bei ${deployment} diese Adresse hat.`,
  es: (deployment) => `Recibe este correo porque su cuenta de ${deployment} tiene esta dirección.`,
  ja: (deployment) => `このメールは、${deployment} のアカウントにこのアドレスが登録されているため送信されました。`,
  ar: (deployment) => `وصلتك هذه الرسالة لأن حسابك في ${deployment} له هذا العنوان.`,
};
