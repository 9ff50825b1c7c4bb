/** Polls until the condition holds; fails after `boundMs` with what was waited for. */
export async function until(what: string, condition: () => boolean, boundMs = 5_000): Promise<void> {
  const end = performance.now() + boundMs;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`not so after ${boundMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
