const keyOf = (userId: number, roomId: string): string => `parley:draft:${String(userId)}:${roomId}`;

/** What was being written to a room, and not sent. */
export const keptDraft = (userId: number, roomId: string): string => localStorage.getItem(keyOf(userId, roomId)) ?? '';

export function keepDraft(userId: number, roomId: string, text: string): void {
  if (text) localStorage.setItem(keyOf(userId, roomId), text);
  else localStorage.removeItem(keyOf(userId, roomId));
}
