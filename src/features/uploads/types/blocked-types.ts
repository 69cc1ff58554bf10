/**
 * Whether a list blocks a file.
 * @param blocked types such as `application/zip` and `video/*`, and endings of names such as `.exe`, in lower case
 * @param types that were declared, or found in the bytes
 */
export function isBlocked(
  blocked: readonly string[],
  { filename, types }: { readonly filename: string; readonly types: readonly string[] },
): boolean {
  const name = filename.trimEnd().toLowerCase();
  return blocked.some((entry) => {
    if (entry.startsWith('.')) return name.endsWith(entry);
    return types.some((type) => (entry.endsWith('/*') ? type.startsWith(entry.slice(0, -1)) : type === entry));
  });
}
