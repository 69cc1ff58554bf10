/** Tells whoever listens, in the order in which they began to. */
export class Emitter<Events> {
  private readonly handlers = new Map<keyof Events, Set<(told: never) => void>>();

  /** @returns stops listening */
  on<Name extends keyof Events>(name: Name, handler: (told: Events[Name]) => void): () => void {
    const handlers = this.handlers.get(name) ?? new Set();
    this.handlers.set(name, handlers.add(handler));
    return () => void handlers.delete(handler);
  }

  /** A handler that throws stops nobody else: what it threw is thrown once all have been told. */
  emit<Name extends keyof Events>(name: Name, told: Events[Name]): void {
    for (const handler of [...(this.handlers.get(name) ?? [])]) {
      try {
        handler(told as never);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
