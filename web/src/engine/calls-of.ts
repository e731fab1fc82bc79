/** The calls of a table, each sent by `send`, except for those in `own`. */
export function proxyCalls<Calls extends object>(
  send: (name: string, given: unknown[]) => unknown,
  own: object = {},
): Calls {
  return new Proxy(own as Calls, {
    get(own, name) {
      if (typeof name !== "string") return undefined;
      return Reflect.get(own, name) ?? ((...given: unknown[]) => send(name, given));
    },
  });
}
