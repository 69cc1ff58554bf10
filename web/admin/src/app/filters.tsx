import { signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useId, useMemo } from 'preact/hooks';

import { Button } from '../../../src/design/button.js';
import { t } from '../languages/texts.js';
import { FormFieldView } from './form-field.js';
import type { FormField } from './form-values.js';
import { filterBy, query } from './router.js';

interface FiltersProps {
  /** For screen readers. */
  readonly label: string;
  readonly fields: readonly FormField[];
  /** Names of other values in the address, which stay. */
  readonly kept?: readonly string[];
}

/** The filters of a list. They are in the address, so that going back shows the former ones. */
export function Filters(props: FiltersProps): JSX.Element {
  return <FilterForm key={query.value.toString()} {...props} />;
}

/** More of them are behind a button on a phone, whose screen they would fill. */
const FEW = 2;

function FilterForm({ label, fields, kept = [] }: FiltersProps): JSX.Element {
  const isOpen = useSignal(false);
  const id = useId();
  const isFolded = fields.length > FEW;
  const values = useMemo(() => fields.map((field) => [field, signal(query.peek().get(field.name) ?? '')] as const), []);
  const count = fields.filter(({ name }) => query.value.has(name)).length;
  return (
    <>
      {isFolded && (
        <div class="filters-fold">
          <Button aria-expanded={isOpen.value} aria-controls={id} onClick={() => (isOpen.value = !isOpen.value)}>
            {t('app.filters', { count })}
          </Button>
        </div>
      )}
      <form
        id={id}
        class={isFolded && !isOpen.value ? 'filters is-folded' : 'filters'}
        role="search"
        aria-label={label}
        onSubmit={(event) => {
          event.preventDefault();
          const given = values.map(([{ name }, value]) => [name, value.value.trim()] as const);
          const others = kept.map((name) => [name, query.peek().get(name) ?? ''] as const);
          filterBy(Object.fromEntries([...given, ...others]));
        }}
      >
        {values.map(([field, value]) => (
          <FormFieldView key={field.name} field={field} value={value} />
        ))}
        <Button type="submit" kind="primary">
          {t('app.find')}
        </Button>
      </form>
    </>
  );
}

/** The values of the filters for a request. Times of the fields are sent with their time zone. */
export function filterValues(fields: readonly FormField[]): Record<string, string> {
  const given = fields.flatMap(({ name, kind }) => {
    const value = query.value.get(name) ?? '';
    if (value === '') return [];
    return [[name, kind === 'time' ? new Date(value).toISOString() : value] as const];
  });
  return Object.fromEntries(given);
}
