/// <reference lib="webworker" />
import { reminderOf } from './push-texts.js';

/** A push of the service (`docs/push.md`). */
interface PushedMessage {
  readonly type: string;
  readonly notification_type: string;
  readonly room_id: string;
  readonly message_id: string;
  readonly title: string;
  readonly body: string;
  readonly attachments: number;
  readonly sender: { readonly first_name: string; readonly last_name: string; readonly username: string };
}

/** The part of its message that a notification stores. */
interface NotificationData {
  readonly roomId: string;
  readonly messageId: string;
}

function messageIn(data: PushMessageData | null): PushedMessage | null {
  try {
    const message = data?.json() as Partial<PushedMessage> | undefined;
    return message?.type === 'message.created' ? (message as PushedMessage) : null;
  } catch {
    return null;
  }
}

const nameOf = ({ first_name: first, last_name: last, username }: PushedMessage['sender']): string =>
  `${first} ${last}`.trim() || username;

function textOf({ title, body, attachments, sender }: PushedMessage): string {
  const text = body || `📎 ${String(attachments)}`;
  const name = nameOf(sender);
  return title === name ? text : `${name}: ${text}`;
}

/**
 * Shows a pushed message: one notification for each room, the newest, and no message twice. A reminder of a message has
 * one of its own.
 */
export async function showPush(registration: ServiceWorkerRegistration, pushed: PushMessageData | null): Promise<void> {
  const message = messageIn(pushed);
  if (!message) return;
  const isReminder = message.notification_type === 'REMINDER';
  const tag = isReminder ? `reminder ${message.message_id}` : `room ${message.room_id}`;
  const shown = await registration.getNotifications({ tag });
  if (shown.some(({ data }) => (data as NotificationData | null)?.messageId === message.message_id)) return;
  const data: NotificationData = { roomId: message.room_id, messageId: message.message_id };
  const text = textOf(message);
  const body = isReminder ? await reminderOf(text) : text;
  await registration.showNotification(message.title, { body, icon: 'icon-192.png', tag, data });
}

/** Opens the room of a notification that the user has clicked: in a page that is open, or in a new one. */
export async function openRoomOf(clients: Clients, scope: string, { data }: Notification): Promise<void> {
  const { roomId } = data as NotificationData;
  const [page] = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!page) {
    await clients.openWindow(`${scope}#/rooms/${roomId}`);
    return;
  }
  page.postMessage({ showRoom: roomId });
  await page.focus();
}
