import type { User } from '@parley/protocol';

/**
 * A value of the wire in which a user has changed. What does not contain the user stays the same object.
 * @param user perhaps with `custom`, which only answers about people contain
 */
export function mergeUser<Value>(value: Value, user: User): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => mergeUser(item, user));
    return (items.some((item, at) => item !== value[at]) ? items : value) as Value;
  }
  if ('username' in value && 'id' in value && value.id === user.id) {
    const { first_name, last_name, avatar, status } = user;
    return { ...value, first_name, last_name, avatar, status };
  }
  const entries = Object.entries(value).map(([key, item]) => [key, mergeUser(item, user)] as const);
  const isSame = entries.every(([key, item]) => item === (value as Record<string, unknown>)[key]);
  return isSame ? value : (Object.fromEntries(entries) as Value);
}
