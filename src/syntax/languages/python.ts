import { bindPython } from "../references/python-bindings.ts";
import { contextFlags } from "../callbacks/callback-rules.ts";
import type { LanguageDefinition } from "../language-definition.ts";
import { pythonReferences } from "../references/languages/python.ts";
import { hasFolder } from "./path-folder.ts";

/** Modules of the standard library whose names are also likely names of folders. */
const STANDARD =
  /^(?:abc|array|ast|calendar|cmd|code|collections|concurrent|copy|csv|ctypes|curses|dataclasses|datetime|dis|email|enum|filecmp|fractions|functools|graphlib|hashlib|html|http|imp|importlib|inspect|io|json|keyword|locale|logging|math|multiprocessing|numbers|operator|os|parser|pathlib|pickle|pkgutil|platform|profile|queue|random|re|resource|sched|secrets|select|selectors|shelve|signal|site|socket|sqlite3|ssl|statistics|string|struct|symbol|sys|tempfile|test|textwrap|threading|time|timeit|token|trace|types|typing|unittest|urllib|uuid|venv|warnings|wave|xml|zipfile)$/;

export const python: LanguageDefinition = {
  id: "python",
  title: "Python",
  extensions: [".py", ".pyi"],
  grammar: { package: "tree-sitter-python", file: "tree-sitter-python.wasm" },
  queries: ["python", "callbacks-python"],
  callbacks: {
    support: "tuned",
    calls: [
      {
        name: /^(?:call_later|call_soon|call_soon_threadsafe|call_at|Timer|after|after_idle)$/,
        kind: "timer_callback",
        flagWhenUnused: "detached timer",
      },
      { name: /^add_done_callback$/, kind: "future_callback" },
      {
        name: /^(?:on|once|on_\w+|bind|connect|subscribe|add_listener|add_handler|command|callback|handler)$/,
        kind: "event_handler",
        flags: ["lifecycle"],
      },
      { name: /^(?:submit|run_in_executor|to_thread|Thread|Process|target|apply_async)$/, kind: "task" },
    ],
    flags: contextFlags,
  },
  references: pythonReferences,
  bindings: bindPython,
  comments: {
    docPrefixes: ["#:", "#"],
    directive: /^#(?:!|\s*(?:-\*-|type:|noqa|pylint|mypy|pyright|ruff|fmt:|isort|flake8|pragma|region\b|endregion\b))/,
  },
  isExported: ({ name }, owner) => {
    const isSpecial = /^__.*__$/.test(name);
    if (owner === undefined) return !name.startsWith("_");
    return owner.exported && (isSpecial || !name.startsWith("_"));
  },
  visibilityOf: ({ name }) => {
    if (!name.startsWith("_") || /^__.*__$/.test(name) || /^_+$/.test(name)) return undefined;
    return name.startsWith("__") ? "private" : "protected";
  },
  isInternal: (source, { path }) => {
    const first = source.split(".", 1)[0] as string;
    return first === "" || (!STANDARD.test(first) && hasFolder(path, first));
  },
  dependsOnPath: true,
  isExportListExclusive: true,
  sample: `"""Module."""
from __future__ import annotations
import a.b as c
from .d import (e, f as g)
__all__ = ["C", "h"]
X: dict[str, int] = {"a": 1, **{k: v for k, v in g() if v}}
@decorated(on=True)
class C(e.Base, metaclass=M):
    """Doc."""
    y: int = 0
    @property
    async def m(self, *args: int, k="x", **kw) -> str | None:
        async with a as b, c:
            for i, j in enumerate(args):
                if i and not j or k in kw: continue
                elif i >= 1: yield await self.m(*args, **kw)
                else: raise ValueError(f"n {i!r:>3}") from None
        try: return [lambda z: z ** 2, -1.5e3, (1,), {1, 2}][0]
        except (A, B) as err: del err
        finally: pass
def h(n):
    global X
    while n > 0: n -= 1
    assert n == 0, "x" "y"
    with open(n) as fh: return fh if fh else None
    match n:
        case 1 | 2: pass
        case {"a": [x, *_]}: pass
`,
};
