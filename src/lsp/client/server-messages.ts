const MAX_KEPT = 5;
const MAX_CHARS = 300;
/** `MessageType` of the protocol, and the words of `experimental/serverStatus`. */
const ERROR = 1;
const WARNING = 2;

/** What a server had to complain about lately: why its answers may be poor. */
export class ServerMessages {
  readonly #latest = new Map<string, true>();

  /** Newest last, each once. */
  get latest(): readonly string[] {
    return [...this.#latest.keys()];
  }

  /** window/showMessage: errors and warnings. */
  shown(params: unknown): void {
    const { type, message } = (params ?? {}) as { readonly type?: number; readonly message?: unknown };
    if (type === ERROR || type === WARNING) this.#keep(message);
  }

  /** window/logMessage: errors only, since logs warn of much. */
  logged(params: unknown): void {
    const { type, message } = (params ?? {}) as { readonly type?: number; readonly message?: unknown };
    if (type === ERROR) this.#keep(message);
  }

  /** The health that rust-analyzer reports. */
  health(params: unknown): void {
    const { health, message } = (params ?? {}) as { readonly health?: string; readonly message?: unknown };
    if (health === "error" || health === "warning") this.#keep(message);
  }

  #keep(message: unknown): void {
    if (typeof message !== "string" || message.trim() === "") return;
    const text = message
      .trim()
      .replaceAll(/\s*\n\s*/g, " ")
      .slice(0, MAX_CHARS);
    this.#latest.delete(text);
    this.#latest.set(text, true);
    const [oldest] = this.#latest.keys();
    if (this.#latest.size > MAX_KEPT && oldest !== undefined) this.#latest.delete(oldest);
  }
}
