/** Work that a thread of the serving process leaves to a process of its own. Nothing was changed. */
export class HeavyWork extends Error {
  override readonly name = "HeavyWork";
}
