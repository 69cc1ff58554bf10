/**
 * The same client, whose promises never reject: the adapters await none of them, and an unhandled rejection of a
 * publish while Redis is unreachable would end the process.
 */
export function withoutRejections<Client extends object>(client: Client, onError: (error: unknown) => void): Client {
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        const result: unknown = Reflect.apply(value, target, args);
        if (!(result instanceof Promise)) return result;
        return result.catch((error: unknown) => onError(error));
      };
    },
  });
}
