import type { JSX } from 'preact';

interface SegmentsProps<Value extends string> {
  /** For screen readers. */
  readonly legend: string;
  /** Of the group of radio buttons: unique on the page. */
  readonly name: string;
  /** Each value with its label. */
  readonly options: readonly (readonly [Value, string])[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}

/** A choice among few options, side by side. */
export function Segments<Value extends string>(props: SegmentsProps<Value>): JSX.Element {
  const { legend, name, options, chosen, onChoose } = props;
  return (
    <fieldset class="segments">
      <legend class="visually-hidden">{legend}</legend>
      {options.map(([value, label]) => (
        <label key={value}>
          <input type="radio" name={name} checked={chosen === value} onChange={() => onChoose(value)} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
