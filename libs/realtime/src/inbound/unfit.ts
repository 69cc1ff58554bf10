const DEEPEST = 32;

/**
 * What no field of any event may hold, by whichever door it comes: text that is no Unicode, and nesting that no contract
 * has.
 * @returns by field: what is wrong with it
 */
export function unfitIn(data: Readonly<Record<string, unknown>>): Record<string, string[]> {
  const faults: Record<string, string[]> = {};
  for (const [field, value] of Object.entries(data)) {
    const fault = faultWithin(field, value);
    if (fault !== undefined) faults[field.toWellFormed()] = [fault];
  }
  return faults;
}

function faultWithin(field: string, value: unknown): string | undefined {
  let level: unknown[] = [field, value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return 'Is nested too deeply.';
    if (level.some((item) => typeof item === 'string' && !item.isWellFormed())) return 'Has a lone surrogate.';
    level = level.flatMap((item): unknown[] => (isContainer(item) ? Object.entries(item).flat() : []));
  }
  return undefined;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
