const PREFIX = 'parley:draft:';
const keyOf = (userId: number, roomId: string): string => `${PREFIX}${String(userId)}:${roomId}`;

/** The unsent text of a room. */
export const loadDraft = (userId: number, roomId: string): string => localStorage.getItem(keyOf(userId, roomId)) ?? '';

export function saveDraft(userId: number, roomId: string, text: string): void {
  if (text) localStorage.setItem(keyOf(userId, roomId), text);
  else localStorage.removeItem(keyOf(userId, roomId));
}

/** Deletes all drafts on log-out: the next user of this browser must not read them. */
export function deleteDrafts(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
}
