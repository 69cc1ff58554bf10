import type { Language } from '../../platform/http/languages.js';

export interface MissedMailTexts {
  readonly subject: string;
  readonly introduction: string;
  /** The label of the button. */
  readonly read: string;
  readonly reason: string;
  readonly unsubscribe: string;
}

/** The sentences of a mail of missed messages. */
export const TEXTS: Readonly<Record<Language, (deployment: string, count: number) => MissedMailTexts>> = {
  en: (deployment, count) => ({
    subject: `Missed messages in ${deployment} (${String(count)})`,
    introduction: 'These messages came while you were away.',
    read: `Read them in ${deployment}`,
    reason: `You get this mail because mails about missed messages are on in your settings of ${deployment}.`,
    unsubscribe: 'Get no more mails about missed messages',
  }),
  de: (deployment, count) => ({
    subject: `Verpasste Nachrichten in ${deployment} (${String(count)})`,
    introduction: 'Diese Nachrichten kamen, während Sie weg waren.',
    read: `In ${deployment} lesen`,
    reason: `Sie erhalten diese E-Mail, weil E-Mails über verpasste Nachrichten in Ihren Einstellungen von ${deployment} eingeschaltet sind.`,
    unsubscribe: 'Keine E-Mails über verpasste Nachrichten mehr erhalten',
  }),
  es: (deployment, count) => ({
    subject: `Mensajes sin leer en ${deployment} (${String(count)})`,
    introduction: 'Estos mensajes llegaron mientras no estaba.',
    read: `Leerlos en ${deployment}`,
    reason: `Recibe este correo porque los correos sobre mensajes sin leer están activados en su configuración de ${deployment}.`,
    unsubscribe: 'No recibir más correos sobre mensajes sin leer',
  }),
  ja: (deployment, count) => ({
    subject: `${deployment} の未読メッセージ (${String(count)})`,
    introduction: '不在の間に届いたメッセージです。',
    read: `${deployment} で読む`,
    reason: `このメールは、${deployment} の設定で未読メッセージのメールが有効になっているため送信されました。`,
    unsubscribe: '未読メッセージのメールを停止する',
  }),
  ar: (deployment, count) => ({
    subject: `رسائل فاتتك في ${deployment} (${String(count)})`,
    introduction: 'وصلت هذه الرسائل أثناء غيابك.',
    read: `اقرأها في ${deployment}`,
    reason: `وصلتك هذه الرسالة لأن رسائل البريد عن الرسائل الفائتة مفعّلة في إعداداتك في ${deployment}.`,
    unsubscribe: 'إيقاف رسائل البريد عن الرسائل الفائتة',
  }),
};

/** Of messages that are not shown. */
export const MORE: Readonly<Record<Language, (count: number) => string>> = {
  en: (count) => `+ ${String(count)} more`,
  de: (count) => `+ ${String(count)} weitere`,
  es: (count) => `+ ${String(count)} más`,
  ja: (count) => `他 ${String(count)} 件`,
  ar: (count) => `+ ${String(count)} أخرى`,
};

/** In place of the text of a message without one. */
export const ATTACHMENTS: Readonly<Record<Language, (count: number) => string>> = {
  en: (count) => `Attachments: ${String(count)}`,
  de: (count) => `Anhänge: ${String(count)}`,
  es: (count) => `Archivos adjuntos: ${String(count)}`,
  ja: (count) => `添付ファイル: ${String(count)} 件`,
  ar: (count) => `المرفقات: ${String(count)}`,
};
