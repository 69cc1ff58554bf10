/** Calls the handlers of an event in the order in which they were added. */
export class Emitter<Events> {
  private readonly handlers = new Map<keyof Events, Set<(event: never) => void>>();

  /** @returns a function that removes the handler */
  on<Name extends keyof Events>(name: Name, handler: (event: Events[Name]) => void): () => void {
    const handlers = this.handlers.get(name) ?? new Set();
    this.handlers.set(name, handlers.add(handler));
    return () => void handlers.delete(handler);
  }

  /** A handler that throws does not stop the others: its error is rethrown after all handlers have run. */
  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    for (const handler of [...(this.handlers.get(name) ?? [])]) {
      try {
        handler(event as never);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
