import type { FunctionComponent } from 'preact';

/**
 * Wraps a component that renders itself when signals change, for use as the child of an element or a provider.
 *
 * Such a parent keeps the virtual nodes that its child had when the parent was rendered. A child that has rendered
 * itself since then has others, and the old ones lead to all rows of messages that were ever removed from the page: the
 * memory of the page would grow for as long as it scrolls. The wrapper never renders itself, so its parent keeps the
 * present nodes.
 */
export function elementChild<Props extends object>(Child: FunctionComponent<Props>): FunctionComponent<Props> {
  return function ElementChild(props) {
    return <Child {...props} />;
  };
}
