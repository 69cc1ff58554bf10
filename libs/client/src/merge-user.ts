import type { Attachment, User } from '@parley/protocol';

/**
 * A value of the wire in which a user, or a file of a message, has changed. Parts without the user or file stay the
 * same objects.
 * @param part a user perhaps with `custom`, which only answers about people contain
 */
export function mergeUser<Value>(value: Value, part: User | Attachment): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => mergeUser(item, part));
    return (items.some((item, at) => item !== value[at]) ? items : value) as Value;
  }
  if (('username' in value || 'media_url' in value) && 'id' in value && value.id === part.id) {
    const { custom: _custom, ...shown } = part as typeof part & { readonly custom?: unknown };
    // Only guests have the mark: who is a member now loses it.
    return { ...value, is_guest: undefined, ...shown };
  }
  const entries = Object.entries(value).map(([key, item]) => [key, mergeUser(item, part)] as const);
  const isSame = entries.every(([key, item]) => item === (value as Record<string, unknown>)[key]);
  return isSame ? value : (Object.fromEntries(entries) as Value);
}
