import type { Attachment, Message, Parley } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';

import { useChat } from '../chat/chat-context.js';

type Addresses = Pick<Attachment, 'media_url' | 'thumbnail_url'>;

/**
 * Reads the present addresses of a file of a message: those of a message that was read earlier may have expired.
 * @throws ParleyError
 */
async function readAgain<Found>(
  parley: Parley,
  { id, room, seq }: Message,
  find: (message: Message) => Found | undefined,
): Promise<Found | undefined> {
  const paginate = { before_seq: seq + 1, limit: 1 };
  const { data: page } = await parley.ask('room.messages', { room_id: room.id, paginate, include_threads: true });
  const message = page.data.messages.find((each) => each.id === id);
  return message && find(message);
}

const inAttachments =
  (attachmentId: string) =>
  ({ attachments }: Message): Addresses | undefined =>
    attachments.find((each) => each.id === attachmentId);

/** For a click: the address of the file as it is now. */
export async function currentAddress(parley: Parley, attachment: Attachment, message: Message): Promise<string> {
  // Without a connection the address of the message may be valid still.
  const found = await readAgain(parley, message, inAttachments(attachment.id)).catch(() => undefined);
  return found?.media_url ?? attachment.media_url;
}

interface RenewedFile<Found> {
  /** Undefined: the file cannot be loaded. The same while it can, although every read of the message has others. */
  readonly found: ReadonlySignal<Found | undefined>;
  /** The key of the element that loads the file: another one after `renew`, whose addresses may be the same. */
  readonly attempt: number;
  /** For an element that could not load the file. */
  readonly renew: () => void;
}

/**
 * The file of a message, which is read again, once, when its addresses have expired.
 * @param find finds the file in the message
 */
export function useRenewedFile<Found>(
  shown: Found,
  message: Message,
  find: (message: Message) => Found | undefined,
): RenewedFile<Found> {
  const { parley } = useChat();
  const found = useSignal<Found | undefined>(shown);
  const attempt = useSignal(0);
  const renew = async (): Promise<void> => {
    const isFirst = attempt.value === 0;
    const again = isFirst ? await readAgain(parley, message, find).catch(() => undefined) : undefined;
    attempt.value += 1;
    found.value = again;
  };
  return { found, attempt: attempt.value, renew: () => void renew() };
}

/** The addresses of an uploaded file. */
export const useFileAddress = (attachment: Attachment, message: Message): RenewedFile<Addresses> =>
  useRenewedFile<Addresses>(attachment, message, inAttachments(attachment.id));
