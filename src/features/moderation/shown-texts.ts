import type { User } from '@parley/protocol';
import type { Branded } from '../../platform/types/branded.js';

/** Kinds of texts, besides messages, that others see: profiles, rooms, reactions, and previews of links. */
export type ShownAction = 'profile' | 'room' | 'reaction' | 'preview';

/** Where texts are shown, and whose they are. */
export interface ShownPlace {
  readonly action: ShownAction;
  /** Null: beside all rooms. */
  readonly room: { readonly id: string; readonly type?: string } | null;
  readonly sender: Pick<User, 'id'>;
}

export interface ShownTexts {
  /** The texts that may be masked, as of {@link textsIn}. */
  readonly paths: readonly string[];
  /** The texts that cannot be changed. */
  readonly fixed: readonly string[];
  /** The field that a refusal names, if it is not about one path; by default the first path. */
  readonly field?: string;
}

/**
 * A request whose texts the moderation permits to be shown to others. Only the moderation makes one, so a writer that
 * takes it cannot be given texts that no rule has seen.
 */
export type Permitted<Request> = Request & Branded<'moderated'>;

/**
 * The texts of a request by their paths, such as `status.text`. A path that leads to no text is skipped.
 * @param paths from the request, with dots
 */
export function textsIn(request: object, paths: readonly string[]): (readonly [path: string, text: string])[] {
  return paths.flatMap((path) => {
    const value = path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | null)?.[key], request);
    return typeof value === 'string' && value !== '' ? [[path, value] as const] : [];
  });
}

/** A copy of a request with another text at a path that leads to one. */
export function withText<Request extends object>(request: Request, path: string, text: string): Request {
  const [key = '', ...others] = path.split('.');
  const inner = (request as Record<string, unknown>)[key];
  return { ...request, [key]: others.length === 0 ? text : withText(inner as object, others.join('.'), text) };
}

/** All texts in JSON, keys too. */
export function textsOfJson(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [...(Array.isArray(value) ? [] : [key]), ...textsOfJson(each)]);
}
