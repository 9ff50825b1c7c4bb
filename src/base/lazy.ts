/** Calls `make` on the first call only; a rejected promise is forgotten so that the next call tries again. */
export function lazy<T>(make: () => Promise<T>): { (): Promise<T>; peek(): Promise<T> | undefined } {
  let made: Promise<T> | undefined;
  const get = (): Promise<T> => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
  return Object.assign(get, { peek: () => made });
}
