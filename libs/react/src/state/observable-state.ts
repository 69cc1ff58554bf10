/** An immutable value that is replaced by another one at each change. */
export abstract class ObservableState<Value> {
  private readonly listeners = new Set<() => void>();
  private readonly subscriptions: (() => void)[] = [];

  constructor(private value: Value) {}

  get snapshot(): Value {
    return this.value;
  }

  /**
   * @param listener called after each change
   * @returns a function that removes the listener
   */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Ends what the state listens to: the value no longer changes. */
  close(): void {
    for (const unsubscribe of this.subscriptions.splice(0)) unsubscribe();
  }

  /** @param subscriptions functions that end them */
  protected until(...subscriptions: readonly (() => void)[]): void {
    this.subscriptions.push(...subscriptions);
  }

  protected set(value: Value): void {
    if (value === this.value) return;
    this.value = value;
    for (const listener of Array.from(this.listeners)) listener();
  }
}
