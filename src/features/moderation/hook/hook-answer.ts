/** The decision of the operator's hook about a message. */
export interface HookAnswer {
  readonly action: 'allow' | 'reject' | 'replace' | 'hold';
  /** The text to store, with `replace`. */
  readonly content: string | undefined;
  /** For the sender, with `reject`. */
  readonly reason: string | undefined;
  readonly labels: readonly string[];
}

/** The hook has answered something that is no decision. */
export class WrongAnswer extends Error {}

const ACTIONS: readonly string[] = ['allow', 'reject', 'replace', 'hold'] satisfies HookAnswer['action'][];
const LONGEST_REASON = 500;
const MOST_LABELS = 20;
const LONGEST_LABEL = 64;

/** @throws WrongAnswer, without a text of the answer */
export function answerIn(text: string): HookAnswer {
  const { action, content, reason, labels } = objectIn(text);
  if (typeof action !== 'string' || !ACTIONS.includes(action)) throw new WrongAnswer('its action is unknown');
  if (action === 'replace' && typeof content !== 'string') throw new WrongAnswer('it replaces by no text');
  return {
    action: action as HookAnswer['action'],
    content: action === 'replace' ? (content as string) : undefined,
    reason: reasonIn(reason),
    labels: labelsIn(labels),
  };
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  const value = parsed(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new WrongAnswer('it is no JSON object');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** One line of bounded length: it is shown to the sender. */
function reasonIn(reason: unknown): string | undefined {
  if (reason === undefined || reason === null) return undefined;
  if (typeof reason !== 'string') throw new WrongAnswer('its reason is no text');
  const line = reason.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return line === '' ? undefined : Array.from(line).slice(0, LONGEST_REASON).join('');
}

function labelsIn(labels: unknown): readonly string[] {
  if (labels === undefined || labels === null) return [];
  const isList = Array.isArray(labels) && labels.length <= MOST_LABELS;
  if (!isList || !labels.every(isLabel)) throw new WrongAnswer('its labels are no short texts');
  return labels;
}

const isLabel = (label: unknown): label is string => typeof label === 'string' && label.length <= LONGEST_LABEL;
