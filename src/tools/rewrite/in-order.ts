/** Works on a bounded number of items side by side; what comes of them is given in their order. */
export async function* inOrder<T, R>(
  items: Iterable<T>,
  lanes: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const begun: Promise<R>[] = [];
  for (const item of items) {
    const result = work(item);
    // Waited for later; until then its failure is nobody's.
    result.catch(() => {});
    begun.push(result);
    const oldest = begun.length >= lanes ? begun.shift() : undefined;
    if (oldest !== undefined) yield await oldest;
  }
  for (const result of begun) yield await result;
}
