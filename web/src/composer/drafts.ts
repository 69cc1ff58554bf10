const PREFIX = 'parley:draft:';
const keyOf = (userId: number, roomId: string): string => `${PREFIX}${String(userId)}:${roomId}`;

/** What was being written to a room, and not sent. */
export const keptDraft = (userId: number, roomId: string): string => localStorage.getItem(keyOf(userId, roomId)) ?? '';

export function keepDraft(userId: number, roomId: string, text: string): void {
  if (text) localStorage.setItem(keyOf(userId, roomId), text);
  else localStorage.removeItem(keyOf(userId, roomId));
}

/** Nobody who comes to this browser next is to read them. */
export function forgetDrafts(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
}
