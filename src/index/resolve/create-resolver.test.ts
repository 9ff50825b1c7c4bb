import { describe, expect, it } from "vitest";
import { createResolver } from "./create-resolver.ts";

/** Paths of a root and the contents that matter. */
type Tree = Readonly<Record<string, string>>;

function resolverOf(tree: Tree) {
  return createResolver({ paths: new Set(Object.keys(tree)), readConfig: (path) => tree[path] });
}

interface Case {
  readonly name: string;
  readonly language: string;
  readonly tree: Tree;
  /** "from source" → the file, "external", or "unknown". */
  readonly imports: Readonly<Record<string, string>>;
}

const monorepo: Tree = {
  "package.json": `{ "workspaces": ["packages/*", "!packages/old"] }`,
  "tsconfig.json": `{ // of all
    "compilerOptions": { "paths": { "~lib/*": ["./packages/core/src/lib/*"], "exact": ["./packages/core/src/exact.ts"], }, } }`,
  "packages/core/package.json": `{ "name": "@shop/core", "imports": { "#types/*": "./src/types/*.d.ts" },
    "exports": { ".": { "types": "./dist/index.d.ts", "default": "./dist/index.js" }, "./sub/*": "./dist/sub/*.js", "./plain": "./plain.js" } }`,
  "packages/core/src/index.ts": "",
  "packages/core/src/exact.ts": "",
  "packages/core/src/lib/a.ts": "",
  "packages/core/src/sub/one.tsx": "",
  "packages/core/src/types/cart.d.ts": "",
  "packages/core/plain.js": "",
  "packages/app/package.json": `{ "name": "app", "main": "lib/main.js" }`,
  "packages/app/tsconfig.json": `{ "extends": "../../tsconfig.base", "compilerOptions": { "baseUrl": "./src" } }`,
  "tsconfig.base.json": `{ "compilerOptions": { "paths": { "@ui/*": ["packages/app/src/ui/*"] } } }`,
  "packages/app/src/main.ts": "",
  "packages/app/src/ui/button.vue": "",
  "packages/app/src/ui/index.js": "",
  "packages/app/src/data.json": "",
  "packages/app/src/worker.js": "",
  "packages/app/test/main.test.js": "",
  "packages/app/test/fixtures/x/package.json": `{ "name": "left-pad" }`,
};

const cases: readonly Case[] = [
  {
    name: "relative paths, extensions, folders, files a build makes",
    language: "typescript",
    tree: monorepo,
    imports: {
      "packages/app/src/main.ts ./ui/button.vue": "packages/app/src/ui/button.vue",
      "packages/app/src/main.ts ./ui": "packages/app/src/ui/index.js",
      "packages/app/src/main.ts ./worker?worker": "packages/app/src/worker.js",
      "packages/app/src/ui/index.js ..": "unknown",
      "packages/app/src/ui/index.js ../main.js": "packages/app/src/main.ts",
      "packages/app/src/main.ts ./data.json": "packages/app/src/data.json",
      "packages/app/src/main.ts ./missing": "unknown",
      "packages/app/src/main.ts ../../../../outside": "unknown",
      "packages/app/test/main.test.js ../lib/main.js": "packages/app/src/main.ts",
    },
  },
  {
    name: "tsconfig paths, baseUrl and extends; package imports, exports and workspaces",
    language: "tsx",
    tree: monorepo,
    imports: {
      "packages/core/src/index.ts ~lib/a": "packages/core/src/lib/a.ts",
      "packages/core/src/index.ts exact": "packages/core/src/exact.ts",
      "packages/core/src/index.ts #types/cart": "packages/core/src/types/cart.d.ts",
      "packages/app/src/main.ts @ui/button": "packages/app/src/ui/button.vue",
      "packages/app/src/main.ts ui/button": "packages/app/src/ui/button.vue",
      "packages/app/src/main.ts @shop/core": "packages/core/src/index.ts",
      "packages/app/src/main.ts @shop/core/sub/one": "packages/core/src/sub/one.tsx",
      "packages/app/src/main.ts @shop/core/plain": "packages/core/plain.js",
      "packages/core/src/index.ts app": "packages/app/src/main.ts",
      "packages/app/src/main.ts left-pad": "external",
      "packages/app/src/main.ts node:fs": "external",
      "packages/app/src/main.ts react/jsx-runtime": "external",
    },
  },
  {
    name: "a configuration that only refers to others; pnpm workspaces",
    language: "vue",
    tree: {
      "tsconfig.json": `{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }`,
      "tsconfig.app.json": `{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }`,
      "pnpm-workspace.yaml": "packages:\n  # all\n  - 'libs/**'\n",
      "package.json": "{}",
      "src/store.ts": "",
      "src/App.vue": "",
      "libs/deep/kit/package.json": `{ "name": "kit" }`,
      "libs/deep/kit/index.ts": "",
    },
    imports: {
      "src/App.vue @/store": "src/store.ts",
      "src/App.vue kit": "libs/deep/kit/index.ts",
    },
  },
  {
    name: "Svelte's own alias, and a package that is made of src/lib",
    language: "svelte",
    tree: {
      "package.json": `{ "workspaces": ["packages/*"] }`,
      "packages/app/package.json": `{ "name": "app" }`,
      "packages/app/src/lib/Card.svelte": "",
      "packages/app/src/lib/index.ts": "",
      "packages/kit/package.json": `{ "name": "kit", "exports": { ".": { "svelte": "./dist/index.js" } } }`,
      "packages/kit/src/lib/index.ts": "",
    },
    imports: {
      "packages/app/src/routes/+page.svelte $lib/Card.svelte": "packages/app/src/lib/Card.svelte",
      "packages/app/src/routes/+page.svelte $lib": "packages/app/src/lib/index.ts",
      "packages/app/src/routes/+page.svelte $lib/none": "unknown",
      "packages/app/src/routes/+page.svelte $app/stores": "external",
      "packages/app/src/routes/+page.svelte kit": "packages/kit/src/lib/index.ts",
    },
  },
  {
    name: "packages, relative imports, the src layout, namespace packages",
    language: "python",
    tree: {
      "pyproject.toml": "",
      "src/shop/__init__.py": "",
      "src/shop/cart.py": "",
      "src/shop/plugins/one.py": "",
      "src/shop/db/__init__.py": "",
      "src/shop/db/types.pyi": "",
      "src/shop/typing.py": "",
      "tests/celery.py": "",
      "tests/test_cart.py": "",
      "tests/helpers.py": "",
      "examples/celery/run.py": "",
      "examples/celery/src/app/tasks.py": "",
    },
    imports: {
      "src/shop/db/__init__.py ..cart": "src/shop/cart.py",
      "src/shop/cart.py .": "src/shop/__init__.py",
      "src/shop/cart.py .db.types": "src/shop/db/types.pyi",
      "tests/test_cart.py shop": "src/shop/__init__.py",
      "tests/test_cart.py shop.plugins.one": "src/shop/plugins/one.py",
      "tests/test_cart.py shop.missing": "unknown",
      "tests/test_cart.py helpers": "tests/helpers.py",
      "src/shop/cart.py typing": "external",
      "src/shop/cart.py .typing": "src/shop/typing.py",
      "src/shop/cart.py shop.typing": "src/shop/typing.py",
      "tests/celery.py celery": "external",
      "tests/test_cart.py os.path": "external",
      "examples/celery/src/app/tasks.py celery": "external",
    },
  },
  {
    name: "modules, replaced ones, vendored ones; a package is one of its files",
    language: "go",
    tree: {
      "go.work": "use ./shop\nuse ./kit",
      "shop/go.mod": "module example.org/shop\n\nreplace example.org/old => ../old\n",
      "shop/main.go": "",
      "shop/cart/rows.go": "",
      "shop/cart/cart.go": "",
      "shop/cart/cart_test.go": "",
      "shop/vendor/example.org/dep/dep.go": "",
      "kit/go.mod": "module example.org/kit/v2\n",
      "kit/log/log.go": "",
      "old/x/x.go": "",
    },
    imports: {
      "shop/main.go example.org/shop/cart": "shop/cart/cart.go",
      "shop/cart/cart.go example.org/shop": "shop/main.go",
      "shop/main.go example.org/kit/v2/log": "kit/log/log.go",
      "shop/main.go example.org/old/x": "old/x/x.go",
      "shop/main.go example.org/dep": "shop/vendor/example.org/dep/dep.go",
      "shop/main.go example.org/shop/none": "unknown",
      "shop/main.go net/http": "external",
    },
  },
  {
    name: "the module tree and the crates of a workspace",
    language: "rust",
    tree: {
      "Cargo.toml": `[workspace]\nmembers = ["shop", "kit"]`,
      "shop/Cargo.toml": `[package]\nname = "shop"\n\n[[test]]\nname = "all"\npath = "tests/all.rs"\n`,
      "shop/src/main.rs": "",
      "shop/src/cart.rs": "",
      "shop/src/cart/row.rs": "",
      "shop/src/db/mod.rs": "",
      "shop/src/db/sql.rs": "",
      "shop/tests/all.rs": "",
      "shop/tests/util.rs": "",
      "shop/tests/group/one.rs": "",
      "kit/Cargo.toml": `[package]\nname = "kit-core"\n[lib]\npath = "lib/kit.rs"\n`,
      "kit/lib/kit.rs": "",
      "kit/lib/log.rs": "",
    },
    imports: {
      "shop/src/db/sql.rs crate::cart::row": "shop/src/cart/row.rs",
      "shop/src/db/sql.rs crate::cart::Cart": "shop/src/cart.rs",
      "shop/src/db/sql.rs super": "shop/src/db/mod.rs",
      "shop/src/cart/row.rs super::super::db": "shop/src/db/mod.rs",
      "shop/src/cart.rs row": "shop/src/cart/row.rs",
      "shop/src/cart.rs self::row": "shop/src/cart/row.rs",
      "shop/src/main.rs kit_core": "kit/lib/kit.rs",
      "shop/tests/group/one.rs crate::util": "shop/tests/util.rs",
      "shop/src/main.rs std::fs": "external",
    },
  },
  {
    name: "package folders under any source root",
    language: "java",
    tree: {
      "app/src/main/java/org/shop/Cart.java": "",
      "app/src/test/java/org/shop/CartTest.java": "",
      "lib/src/main/java/org/shop/Cart.java": "",
      "lib/src/main/kotlin/org/shop/text/Strings.kt": "",
    },
    imports: {
      "app/src/test/java/org/shop/CartTest.java org.shop.Cart": "app/src/main/java/org/shop/Cart.java",
      "lib/src/main/kotlin/org/shop/text/Strings.kt org.shop.Cart.Row": "lib/src/main/java/org/shop/Cart.java",
      "app/src/main/java/org/shop/Cart.java org.shop.text.trim": "lib/src/main/kotlin/org/shop/text/Strings.kt",
      "app/src/main/java/org/shop/Cart.java org.shop.text": "lib/src/main/kotlin/org/shop/text/Strings.kt",
      "app/src/main/java/org/shop/Cart.java java.util.List": "external",
    },
  },
  {
    name: "namespaces of projects",
    language: "csharp",
    tree: {
      "src/Shop/Shop.csproj": "<Project><RootNamespace>Acme.Shop</RootNamespace></Project>",
      "src/Shop/Carts/Cart.cs": "",
      "src/Kit/Kit.csproj": "<Project/>",
      "src/Kit/Log.cs": "",
    },
    imports: {
      "src/Kit/Log.cs Acme.Shop.Carts": "src/Shop/Carts/Cart.cs",
      "src/Shop/Carts/Cart.cs Kit": "src/Kit/Log.cs",
      "src/Kit/Log.cs Acme.Shop.None": "unknown",
      "src/Kit/Log.cs System.Linq": "external",
    },
  },
  {
    name: "PSR-4 and PSR-0",
    language: "php",
    tree: {
      "composer.json": `{ "autoload": { "psr-4": { "Shop\\\\": ["src/", "gen"] } }, "autoload-dev": { "psr-0": { "Old_": "old" } } }`,
      "src/Cart/Row.php": "",
      "gen/Types.php": "",
      "index.php": "",
      "src/functions.php": "",
    },
    imports: {
      "index.php Shop\\Cart\\Row": "src/Cart/Row.php",
      "index.php \\Shop\\Types": "gen/Types.php",
      "index.php Shop\\None": "unknown",
      "index.php Psr\\Log\\Logger": "external",
      "index.php src/functions.php": "src/functions.php",
    },
  },
  {
    name: "lib folders and files beside",
    language: "ruby",
    tree: {
      "shop.gemspec": "",
      "lib/shop.rb": "",
      "lib/shop/cart.rb": "",
      "lib/shop/json.rb": "",
      "bin/options.rb": "",
      "spec/helper.rb": "",
      "spec/cart_spec.rb": "",
    },
    imports: {
      "lib/shop.rb shop/cart": "lib/shop/cart.rb",
      "spec/cart_spec.rb shop": "lib/shop.rb",
      "spec/cart_spec.rb ../lib/shop": "lib/shop.rb",
      "spec/cart_spec.rb helper": "spec/helper.rb",
      "lib/shop.rb json": "external",
      "lib/shop/cart.rb json": "external",
      "lib/shop/cart.rb ./json": "lib/shop/json.rb",
      "lib/shop/cart.rb shop/json": "lib/shop/json.rb",
      "bin/shop.rb options": "bin/options.rb",
    },
  },
  {
    name: "include paths of the compile database, usual folders, names",
    language: "cpp",
    tree: {
      "compile_commands.json": `[{ "directory": "/home/you/shop/build", "command": "c++ -I../third/inc -isystem /usr/include a.cpp" }]`,
      "src/a.cpp": "",
      "src/a.h": "",
      "src/util/b.cpp": "",
      "include/shop/api.h": "",
      "third/inc/kit.h": "",
      "far/away/deep/only.h": "",
      "tools/time.h": "",
    },
    imports: {
      "src/util/b.cpp ../a.h": "src/a.h",
      "src/util/b.cpp a.h": "src/a.h",
      "src/a.cpp <shop/api.h>": "include/shop/api.h",
      "src/a.cpp kit.h": "third/inc/kit.h",
      "src/a.cpp only.h": "far/away/deep/only.h",
      "src/a.cpp <time.h>": "external",
    },
  },
  {
    name: "packages of pubspec.yaml",
    language: "dart",
    tree: {
      "pubspec.yaml": "name: shop\n",
      "lib/cart.dart": "",
      "lib/src/row.dart": "",
      "kit/pubspec.yaml": "name: kit\n",
      "kit/lib/kit.dart": "",
    },
    imports: {
      "lib/cart.dart src/row.dart": "lib/src/row.dart",
      "lib/src/row.dart package:shop/cart.dart": "lib/cart.dart",
      "lib/cart.dart package:kit/kit.dart": "kit/lib/kit.dart",
      "lib/cart.dart package:flutter/material.dart": "external",
      "lib/cart.dart dart:async": "external",
    },
  },
  {
    name: "targets of Package.swift",
    language: "swift",
    tree: {
      "Package.swift": `targets: [ .target(name: "Kit"), .target(name: "Shop", dependencies: ["Kit"], path: "Source") ]`,
      "Sources/Kit/Log.swift": "",
      "Sources/Kit/Kit.swift": "",
      "Source/Cart.swift": "",
    },
    imports: {
      "Source/Cart.swift Kit": "Sources/Kit/Kit.swift",
      "Sources/Kit/Log.swift Shop": "Source/Cart.swift",
      "Source/Cart.swift Foundation": "external",
    },
  },
  {
    name: "module names in snake case",
    language: "elixir",
    tree: { "lib/shop/http_server.ex": "", "lib/shop.ex": "", "test/shop_test.exs": "" },
    imports: {
      "test/shop_test.exs Shop.HTTPServer": "lib/shop/http_server.ex",
      "lib/shop/http_server.ex Shop": "lib/shop.ex",
      "lib/shop.ex Logger": "external",
    },
  },
  {
    name: "require paths",
    language: "lua",
    tree: { "lua/shop/cart.lua": "", "lua/shop/db/init.lua": "", "main.lua": "" },
    imports: {
      "main.lua shop.cart": "lua/shop/cart.lua",
      "lua/shop/cart.lua shop.db": "lua/shop/db/init.lua",
      "main.lua lfs": "external",
    },
  },
  {
    name: "modules by their folders",
    language: "haskell",
    tree: { "src/Data/Shop.hs": "", "app/Main.hs": "" },
    imports: { "app/Main.hs Data.Shop": "src/Data/Shop.hs", "app/Main.hs Data.Map": "external" },
  },
  {
    name: "remappings, paths from the root",
    language: "solidity",
    tree: {
      "remappings.txt": "@kit/=lib/kit/contracts/\n",
      "lib/kit/contracts/Token.sol": "",
      "src/Cart.sol": "",
      "test/Cart.t.sol": "",
    },
    imports: {
      "test/Cart.t.sol ../src/Cart.sol": "src/Cart.sol",
      "test/Cart.t.sol src/Cart.sol": "src/Cart.sol",
      "src/Cart.sol @kit/Token.sol": "lib/kit/contracts/Token.sol",
      "src/Cart.sol ./None.sol": "unknown",
    },
  },
  {
    name: "paths of files, and of folders with a default.nix",
    language: "nix",
    tree: { "flake.nix": "", "nix/shop/default.nix": "", "nix/cart.nix": "", "default.nix": "" },
    imports: {
      "flake.nix ./nix/cart.nix": "nix/cart.nix",
      "nix/cart.nix ./shop": "nix/shop/default.nix",
      "nix/cart.nix ../.": "default.nix",
      "nix/cart.nix ./none.nix": "unknown",
      "flake.nix <nixpkgs>": "external",
    },
  },
  {
    name: "modules that build.zig names",
    language: "zig",
    tree: {
      "build.zig": `const m = b.addModule("shop", .{ .root_source_file = b.path("src/shop.zig") });`,
      "src/shop.zig": "",
      "src/cart.zig": "",
    },
    imports: {
      "src/shop.zig cart.zig": "src/cart.zig",
      "src/cart.zig shop": "src/shop.zig",
      "src/cart.zig std": "external",
    },
  },
];

describe("what imports name", () => {
  it.each(cases)("$language: $name", ({ language, tree, imports }) => {
    const resolver = resolverOf(tree);
    const found = Object.keys(imports).map((key) => {
      const space = key.indexOf(" ");
      return [key, resolver.resolve(key.slice(0, space), key.slice(space + 1), language) ?? "unknown"];
    });
    expect(Object.fromEntries(found)).toEqual(imports);
  });

  it("can be a module of a package", () => {
    const python = resolverOf({ "shop/__init__.py": "", "shop/cart.py": "", "main.py": "" });
    expect(python.resolveMember("main.py", "shop", "cart", "python")).toBe("shop/cart.py");
    expect(python.resolveMember("shop/cart.py", ".", "cart", "python")).toBe("shop/cart.py");
    expect(python.resolveMember("main.py", "shop", "Cart", "python")).toBeUndefined();
    const rust = resolverOf({ "Cargo.toml": `[package]\nname = "a"`, "src/lib.rs": "", "src/cart.rs": "" });
    expect(rust.resolveMember("src/lib.rs", "crate", "cart", "rust")).toBe("src/cart.rs");
    expect(rust.resolveMember("src/lib.rs", "crate", "Cart", "rust")).toBeUndefined();
  });

  it("is not known for a language without imports, an empty source, broken configuration", () => {
    const resolver = resolverOf({ "a.md": "", "package.json": "{", "tsconfig.json": "[1", "go.mod": "", "a.ts": "" });
    expect(resolver.resolve("a.md", "b", "markdown")).toBeUndefined();
    expect(resolver.resolve("a.ts", "", "typescript")).toBeUndefined();
    expect(resolver.resolve("a.ts", "b", "typescript")).toBe("external");
    expect(resolver.resolve("a.go", "b", "go")).toBe("external");
  });

  it("ends when configurations extend each other", () => {
    const resolver = resolverOf({
      "tsconfig.json": `{ "extends": "./other.json" }`,
      "other.json": `{ "extends": "./tsconfig.json", "compilerOptions": { "paths": { "@x": ["./x"] } } }`,
      "x.ts": "",
      "y.ts": "",
    });
    expect(resolver.resolve("y.ts", "@x", "typescript")).toBe("x.ts");
  });
});
