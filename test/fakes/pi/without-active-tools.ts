// Reticle on a pi that cannot change its active tools.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import reticle from "../../../src/hosts/pi/extension.ts";

const missing: ReadonlySet<string | symbol> = new Set(["setActiveTools", "getActiveTools"]);

export default function onOlderPi(pi: ExtensionAPI): void {
  reticle(
    new Proxy(pi, { get: (target, key) => (missing.has(key) ? undefined : (Reflect.get(target, key) as unknown)) }),
  );
}
