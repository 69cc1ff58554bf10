import type { Attachment, Message, Parley } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';

import { useChat } from '../chat/chat-context.js';

type Addresses = Pick<Attachment, 'media_url' | 'thumbnail_url'>;

/**
 * The addresses of a file for some time from now: those of a message that was read earlier may have expired.
 * @throws ParleyError
 */
async function readAddresses(
  parley: Parley,
  { id, room, seq }: Message,
  attachmentId: string,
): Promise<Addresses | undefined> {
  const paginate = { before_seq: seq + 1, limit: 1 };
  const { data: page } = await parley.ask('room.messages', { room_id: room.id, paginate, include_threads: true });
  const message = page.data.messages.find((each) => each.id === id);
  return message?.attachments.find((each) => each.id === attachmentId);
}

/** For a click: the address of the file as it is now. */
export async function currentAddress(parley: Parley, attachment: Attachment, message: Message): Promise<string> {
  // Without a connection the address of the message may be valid still.
  const found = await readAddresses(parley, message, attachment.id).catch(() => undefined);
  return found?.media_url ?? attachment.media_url;
}

interface FileAddress {
  /** Undefined: the file cannot be loaded. The same while it can, although every read of the message has others. */
  readonly addresses: ReadonlySignal<Addresses | undefined>;
  /** The key of the element that loads the file: another one after `renew`, whose addresses may be the same. */
  readonly attempt: number;
  /** For an element that could not load the file. */
  readonly renew: () => void;
}

/** The addresses of an uploaded file, which are read again, once, when they have expired. */
export function useFileAddress(attachment: Attachment, message: Message): FileAddress {
  const { parley } = useChat();
  const addresses = useSignal<Addresses | undefined>(attachment);
  const attempt = useSignal(0);
  const renew = async (): Promise<void> => {
    const isFirst = attempt.value === 0;
    const found = isFirst ? await readAddresses(parley, message, attachment.id).catch(() => undefined) : undefined;
    attempt.value += 1;
    addresses.value = found;
  };
  return { addresses, attempt: attempt.value, renew: () => void renew() };
}
