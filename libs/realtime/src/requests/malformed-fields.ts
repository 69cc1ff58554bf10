const MOST_LEVELS = 32;

/**
 * Finds content that no field of any event may have: strings that are not well-formed Unicode, and nesting deeper than
 * any contract allows.
 * @returns the reasons, by field
 */
export function malformedFields(data: Readonly<Record<string, unknown>>): Record<string, string[]> {
  const reasons: Record<string, string[]> = {};
  for (const [field, value] of Object.entries(data)) {
    const reason = reasonAgainst(field, value);
    if (reason !== undefined) reasons[field.toWellFormed()] = [reason];
  }
  return reasons;
}

function reasonAgainst(field: string, value: unknown): string | undefined {
  let level: unknown[] = [field, value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MOST_LEVELS) return 'Is nested too deeply.';
    if (level.some((item) => typeof item === 'string' && !item.isWellFormed())) return 'Has a lone surrogate.';
    level = level.flatMap((item): unknown[] => (isContainer(item) ? Object.entries(item).flat() : []));
  }
  return undefined;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
