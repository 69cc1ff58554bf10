/** Where a walk through a list has come to, as a text that a client is given and gives back as it is. */
export const cursorText = (parts: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

/** The inverse of {@link cursorText}. Anybody can have made the text. @returns undefined where it holds no list */
export function cursorParts(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
