/// <reference lib="webworker" />

/** The page writes it there, in its language (`web/src/notifications/push-texts.ts`). */
const CACHE = 'parley-texts';
const REMINDER = 'texts/reminder';
/** As long as no page has written the text. */
const WITHOUT_WORDS = '⏰ {text}';

/** The text of the notification of a reminder. @param text of the message */
export async function reminderOf(text: string): Promise<string> {
  const stored = await (await caches.open(CACHE)).match(REMINDER);
  const reminder = (await stored?.text()) ?? WITHOUT_WORDS;
  return reminder.replace('{text}', () => text);
}
