import { jsonFromStoredText, storedJsonText } from '../../../platform/database/stored-text.js';
import type { EditRequest } from '../changes/message-edit.js';
import type { Draft } from '../sending/draft.js';
import type { MessageRequest } from '../sending/message-request.js';

/**
 * The content of a held message: a request of `message.send`, or of an edit, with the checked texts in place of those
 * of its sender.
 */
export interface HeldBody<Extra extends object = object> {
  readonly content: string;
  readonly extra_fields: Extra;
}

export type HeldSendBody = HeldBody<NonNullable<MessageRequest['extra_fields']>>;
export type HeldEditBody = HeldBody<Omit<EditRequest, 'content'>>;

/** @param draft with the checked texts */
export function bodyOfDraft({ content, extraFields, parts, attachments }: Draft): HeldSendBody {
  const { poll, media } = extraFields;
  const options = parts.poll && [...parts.poll.options];
  const captioned = media?.map((each, at) =>
    each.caption ? Object.assign({}, each, { caption: attachments[at]?.caption ?? '' }) : each,
  );
  const extra_fields = Object.assign({}, extraFields, {
    ...(poll && options && { poll: Object.assign({}, poll, { options }) }),
    ...(captioned && { media: captioned }),
  });
  return { content, extra_fields };
}

export const bodyText = (body: HeldBody): string => storedJsonText(body);

/** The inverse of {@link bodyText}. */
export const bodyOf = (text: string): HeldBody => jsonFromStoredText(text) as HeldBody;
