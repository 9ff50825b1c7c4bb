import type { Checker } from "./checker.ts";
import { cpp } from "./languages/cpp.ts";
import { csharp } from "./languages/csharp.ts";
import { dart } from "./languages/dart.ts";
import { elixir } from "./languages/elixir.ts";
import { go } from "./languages/go.ts";
import { gradle, maven } from "./languages/java.ts";
import { php, phpstan } from "./languages/php.ts";
import { basedpyright, mypy, pyright, ty } from "./languages/python.ts";
import { ruby } from "./languages/ruby.ts";
import { rust } from "./languages/rust.ts";
import { swift } from "./languages/swift.ts";
import { typescript } from "./languages/typescript.ts";
import { zig } from "./languages/zig.ts";

/** Every checker of whole projects; of several for one language the first whose tool is there is used. */
export const checkers: readonly Checker[] = [
  typescript,
  mypy,
  pyright,
  basedpyright,
  ty,
  go,
  rust,
  cpp,
  maven,
  gradle,
  dart,
  csharp,
  ruby,
  phpstan,
  php,
  elixir,
  swift,
  zig,
];
