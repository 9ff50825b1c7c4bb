import { afterAll, describe, expect, it } from "vitest";
import { Grammars } from "../grammars.ts";
import { languages } from "../languages.ts";
import { SourceParser } from "../source-parser.ts";

const grammars = new Grammars();
const parser = new SourceParser(grammars, 20_000);
afterAll(() => grammars.dispose());

async function parse(id: string, text: string) {
  const language = languages.find((each) => each.id === id);
  if (language === undefined) throw new Error(`no language "${id}"`);
  return parser.parseForIndex({ text, path: `/project/src/sample${language.extensions[0] ?? ""}` }, language);
}

/** "Cart.total: call ?.get (Store)": the symbol around, the kind, the receiver, the name, the receiver's class. */
const cases: Record<string, { readonly text: string; readonly uses: readonly string[] }> = {
  python: {
    text: `class Cart(Base):
    def __init__(self, store: Store):
        self.store = store
        self.clock = Clock()

    def total(self, items):
        global COUNT
        COUNT += 1
        local = [rate(i) for i in items]
        self.store.get(local)
        return self.clock.now()

@cached
def run(cart: Cart, *, limit=LIMIT):
    cart.total(limit)
`,
    uses: [
      "Cart: extends Base",
      "Cart.__init__: type Store",
      "Cart.__init__: write self.store (Cart)",
      "Cart.__init__: write self.clock (Cart)",
      "Cart.__init__: new Clock",
      "Cart.total: write COUNT",
      "Cart.total: call rate",
      "Cart.total: read self.store (Cart)",
      "Cart.total: call ?.get (Store)",
      "Cart.total: read self.clock (Cart)",
      "Cart.total: call ?.now (Clock)",
      "run: call cached",
      "run: type Cart",
      "run: read LIMIT",
      "run: call ?.total (Cart)",
    ],
  },
  go: {
    text: `type Server struct {
	*Base
	store Store
}
func (s *Server) Start(ctx context.Context) error {
	s.store.Get(ctx)
	c := &Client{Name: name}
	c.Send()
	for _, v := range list {
		go v(limit)
	}
	return s.stop()
}
`,
    uses: [
      "Server.Base: extends Base",
      "Server.store: type Store",
      "Server.Start: type Server",
      "Server.Start: read context",
      "Server.Start: type context.Context",
      "Server.Start: read ?.store (Server)",
      "Server.Start: call ?.Get (Store)",
      "Server.Start: new Client",
      "Server.Start: read name",
      "Server.Start: call ?.Send (Client)",
      "Server.Start: read list",
      "Server.Start: read limit",
      "Server.Start: call ?.stop (Server)",
    ],
  },
  rust: {
    text: `struct Server { store: Arc<Store> }
impl Run for Server {
    fn start(&self, job: Job) -> Result<()> {
        self.store.get(job);
        let client = Client::new(LIMIT);
        client.send()?;
        match job { Job::Done(x) => x, LAST => assert!(job.is_last(limit)), other => other }
    }
}
`,
    uses: [
      "Server.store: type Arc",
      "Server.store: type Store",
      "Server: extends Run",
      "Server.start: type Job",
      "Server.start: type Result",
      "Server.start: read self.store (Server)",
      "Server.start: call ?.get (Store)",
      "Server.start: read Client",
      "Server.start: call Client.new",
      "Server.start: read LIMIT",
      "Server.start: call ?.send (Client)",
      "Server.start: read Job",
      "Server.start: read Job.Done",
      "Server.start: read LAST",
      "Server.start: call assert",
      "Server.start: call ?.is_last (Job)",
      "Server.start: read limit",
    ],
  },
  java: {
    text: `class Cart extends Base implements Priced {
  private final Store store = new Store();
  Total total(Item item) {
    var clock = new Clock();
    clock.now();
    store.get(item);
    item.price();
    return helper(LIMIT);
  }
  Total helper(int n) { return super.helper(n); }
}
`,
    uses: [
      "Cart: extends Base",
      "Cart: extends Priced",
      "Cart.store: type Store",
      "Cart.store: new Store",
      "Cart.total: type Total",
      "Cart.total: type Item",
      "Cart.total: new Clock",
      "Cart.total: call ?.now (Clock)",
      "Cart.total: read store (Cart)",
      "Cart.total: call store.get (Store)",
      "Cart.total: call ?.price (Item)",
      "Cart.total: call helper (Cart)",
      "Cart.total: read LIMIT",
      "Cart.helper: type Total",
      "Cart.helper: call super.helper",
    ],
  },
  kotlin: {
    text: `class Cart(private val store: Store, n: Int = LIMIT) : Base(n), Priced {
    fun total(item: Item): Total {
        val clock = Clock()
        clock.now()
        store.get(item)
        return helper(rate)
    }
    fun helper(x: Int) = items.map { it.id + x }
}
`,
    uses: [
      "Cart.store: type Store",
      "Cart: read LIMIT",
      "Cart: extends Base",
      "Cart: read n",
      "Cart: extends Priced",
      "Cart.total: type Item",
      "Cart.total: type Total",
      "Cart.total: new Clock",
      "Cart.total: call ?.now (Clock)",
      "Cart.total: read store (Cart)",
      "Cart.total: call store.get (Store)",
      "Cart.total: call helper (Cart)",
      "Cart.total: read rate",
      "Cart.helper: read items",
      "Cart.helper: call items.map",
      "Cart.helper: read it.id",
    ],
  },
  csharp: {
    text: `class Cart : Base, IPriced {
  private readonly Store store = new();
  public Total Sum(Item item) {
    var clock = new Clock();
    clock.Now();
    store.Get(item);
    return Helper(Limit, x => x.Id);
  }
  Total Helper(int n, Func<A, B> f) => base.Helper(n);
}
`,
    uses: [
      "Cart: extends Base",
      "Cart: extends IPriced",
      "Cart.store: type Store",
      "Cart.Sum: type Total",
      "Cart.Sum: type Item",
      "Cart.Sum: new Clock",
      "Cart.Sum: call ?.Now (Clock)",
      "Cart.Sum: read store (Cart)",
      "Cart.Sum: call store.Get (Store)",
      "Cart.Sum: call Helper (Cart)",
      "Cart.Sum: read Limit",
      "Cart.Sum: read ?.Id",
      "Cart.Helper: type Total",
      "Cart.Helper: type Func",
      "Cart.Helper: type A",
      "Cart.Helper: type B",
      "Cart.Helper: call super.Helper",
    ],
  },
  php: {
    text: `<?php
class Cart extends Base implements Priced {
  public function __construct(private Store $store) {}
  public function total(Item $item): Total {
    $clock = new Clock();
    $clock->now();
    $this->store->get($item);
    return self::helper(LIMIT);
  }
  static function helper(int $n) { return parent::helper($n); }
}
`,
    uses: [
      "Cart: extends Base",
      "Cart: extends Priced",
      "Cart.store: type Store",
      "Cart.total: type Item",
      "Cart.total: type Total",
      "Cart.total: new Clock",
      "Cart.total: call ?.now (Clock)",
      "Cart.total: read $this.store (Cart)",
      "Cart.total: call ?.get (Store)",
      "Cart.total: call self.helper (Cart)",
      "Cart.total: read LIMIT",
      "Cart.helper: call super.helper",
    ],
  },
  ruby: {
    text: `class Cart < Base
  def initialize(store)
    @store = Store.new
    @other = store
  end
  def total(items)
    @store.get(items)
    clock = Clock.new
    clock.now
    items.each { |i| i.price }
    helper LIMIT
  end
  def helper(n) = n
end
`,
    uses: [
      "Cart: extends Base",
      "Cart.initialize: read Store",
      "Cart.initialize: call Store.new",
      "Cart.total: call @store.get (Store)",
      "Cart.total: read Clock",
      "Cart.total: call Clock.new",
      "Cart.total: call ?.now (Clock)",
      "Cart.total: call ?.each",
      "Cart.total: call ?.price",
      "Cart.total: call helper (Cart)",
      "Cart.total: read LIMIT",
    ],
  },
  c: {
    text: `struct Cart { struct Store *store; int n; };
static int total(struct Cart *cart, int n) {
  cart->store->count += LIMIT;
  for (int i = 0; i < n; i++) rate(i, &cart->n);
  return helper((struct Item *)n);
}
`,
    uses: [
      "Cart.store: type Store",
      "total: type Cart",
      "total: read ?.store (Cart)",
      "total: write ?.count (Store)",
      "total: read LIMIT",
      "total: call rate",
      "total: read ?.n (Cart)",
      "total: call helper",
      "total: type Item",
    ],
  },
  cpp: {
    text: `class Cart : public Base {
 public:
  int total(const Item& item) {
    auto clock = new Clock(1);
    clock->now();
    store.get(item);
    ns::round<Rate>(LIMIT);
    return this->helper(item);
  }
  int helper(Item i);
  Store store;
};
`,
    uses: [
      "Cart: extends Base",
      "Cart.total: type Item",
      "Cart.total: new Clock",
      "Cart.total: call ?.now (Clock)",
      "Cart.total: read store (Cart)",
      "Cart.total: call store.get (Store)",
      "Cart.total: read ns",
      "Cart.total: call round",
      "Cart.total: type Rate",
      "Cart.total: read LIMIT",
      "Cart.total: call this.helper (Cart)",
      "Cart.helper: type Item",
      "Cart.store: type Store",
    ],
  },
  dart: {
    text: `class Cart extends Base with Mix implements Priced {
  Total total(Item item) {
    var clock = Clock();
    item.price();
    this.helper(LIMIT);
    return helper(clock);
  }
  Total helper(n) => n;
}
`,
    uses: [
      "Cart: extends Base",
      "Cart: extends Mix",
      "Cart: extends Priced",
      "Cart.total: type Total",
      "Cart.total: type Item",
      "Cart.total: new Clock",
      "Cart.total: call ?.price (Item)",
      "Cart.total: call this.helper (Cart)",
      "Cart.total: read LIMIT",
      "Cart.total: call helper (Cart)",
      "Cart.helper: type Total",
    ],
  },
  swift: {
    text: `class Cart: Base {
  let store: Store
  func total(item: Item, by rate: Rate = LIMIT) -> Total {
    let clock = Clock()
    clock.now()
    store.get(item)
    if let next = rest { next() }
    return self.helper(rate)
  }
  func helper(_ n: Rate) -> Total { n }
}
`,
    uses: [
      "Cart: extends Base",
      "Cart.store: type Store",
      "Cart.total: type Item",
      "Cart.total: type Rate",
      "Cart.total: read LIMIT",
      "Cart.total: type Total",
      "Cart.total: new Clock",
      "Cart.total: call ?.now (Clock)",
      "Cart.total: read store (Cart)",
      "Cart.total: call store.get (Store)",
      "Cart.total: read rest",
      "Cart.total: call self.helper (Cart)",
      "Cart.helper: type Rate",
      "Cart.helper: type Total",
    ],
  },
  scala: {
    text: `class Cart(val store: Store) extends Base with Priced {
  def total(item: Item): Total = {
    val clock = new Clock(LIMIT)
    clock.now()
    store.get(item)
    item match { case Pair(a, b) => a; case LAST => helper(item) }
  }
  def helper(n: Item) = n
}
`,
    uses: [
      "Cart.store: type Store",
      "Cart: extends Base",
      "Cart: extends Priced",
      "Cart.total: type Item",
      "Cart.total: type Total",
      "Cart.total: new Clock",
      "Cart.total: read LIMIT",
      "Cart.total: call ?.now (Clock)",
      "Cart.total: read store (Cart)",
      "Cart.total: call store.get (Store)",
      "Cart.total: type Pair",
      "Cart.total: read LAST",
      "Cart.total: call helper (Cart)",
      "Cart.helper: type Item",
    ],
  },
  elixir: {
    text: `defmodule Shop.Cart do
  alias Shop.Store
  def total(items, rate) do
    items |> Store.get(rate) |> helper(rate)
  end
  defp helper(n, r), do: %Shop.Total{n: n}
end
`,
    uses: [
      "Shop.Cart.total: type Store",
      "Shop.Cart.total: call Store.get",
      "Shop.Cart.total: call helper",
      "Shop.Cart.helper: type Total",
    ],
  },
  lua: {
    text: `local store = require("shop.store")
local Cart = {}
function Cart.new(n) return wrap(n) end
function Cart:total(items)
  local sum = rate(items)
  for i, item in each(items) do item.price() end
  return self:helper(sum), store.get(LIMIT)
end
`,
    uses: [
      "Cart.new: call wrap",
      "Cart.total: call rate",
      "Cart.total: call each",
      "Cart.total: call ?.price",
      "Cart.total: call self.helper (Cart)",
      "Cart.total: read store",
      "Cart.total: call store.get",
      "Cart.total: read LIMIT",
    ],
  },
  nix: {
    text: `{ lib, store, ... }:
let
  inherit (lib) mkIf;
  shop = import ./shop.nix;
  limit = 10;
  total = cart: { rate ? RATE, ... }@options:
    let sum = add cart.items rate; in mkIf (sum > limit) (shop.pay sum options.name or null);
in {
  checks = lib.lists.map total (store.all { inherit limit; });
}
`,
    uses: [
      "file: read mkIf",
      "total: read RATE",
      "total: call add",
      "total: read ?.items",
      "total: call mkIf",
      "total: read limit",
      "total: read shop",
      "total: call shop.pay",
      "total: read ?.name",
      "checks: call ?.lists",
      "checks: call ?.map",
      "checks: read total",
      "checks: call ?.all",
      "checks: read limit",
    ],
  },
  zig: {
    text: `const Cart = struct {
    store: Store,
    fn total(self: *Cart, item: Item) !Total {
        const clock: Clock = make(LIMIT);
        clock.now();
        self.store.get(item);
        return Total{ .n = rate };
    }
};
`,
    uses: [
      "Cart.store: type Store",
      "Cart.total: type Cart",
      "Cart.total: type Item",
      "Cart.total: type Total",
      "Cart.total: type Clock",
      "Cart.total: call make",
      "Cart.total: read LIMIT",
      "Cart.total: call ?.now (Clock)",
      "Cart.total: read ?.store (Cart)",
      "Cart.total: call ?.get (Store)",
      "Cart.total: new Total",
      "Cart.total: read n",
      "Cart.total: read rate",
    ],
  },
  ocaml: {
    text: `open Base
type cart = { store : Store.t; n : int }
let rate x = x
let total cart ?(by = limit) item =
  let found = Store.get cart.store item in
  match found with
  | Some price -> rate price
  | None -> List.map (fun x -> helper x) cart.rest
`,
    uses: [
      "cart.store: read Store",
      "cart.store: type Store.t",
      "total: read limit",
      "total: read Store",
      "total: call Store.get",
      "total: read store",
      "total: read Some",
      "total: call rate",
      "total: read None",
      "total: read List",
      "total: call List.map",
      "total: call helper",
      "total: read rest",
    ],
  },
  bash: {
    text: `total() { local n=1; rate "$n" | helper; }
total "$1"
`,
    uses: ["total: call rate", "total: call helper", "file: call total"],
  },
  haskell: {
    text: `module Cart (total) where
import qualified Data.Map as Map
total :: Store -> Item -> Total
total store item = helper (Map.lookup item store) limit
  where helper found n = rate n
`,
    uses: [
      "total: type Store",
      "total: type Item",
      "total: type Total",
      "total: call Map.lookup",
      "total: read limit",
      "total: call rate",
    ],
  },
  solidity: {
    text: `contract Cart is Base {
  Store store;
  function total(Item item) public only returns (uint) {
    Clock clock = new Clock(LIMIT);
    clock.now();
    store.get(item);
    emit Counted(1);
    return helper(item);
  }
  function helper(Item i) internal { }
}
`,
    uses: [
      "Cart: extends Base",
      "Cart.store: type Store",
      "Cart.total: type Item",
      "Cart.total: call only",
      "Cart.total: type Clock",
      "Cart.total: new Clock",
      "Cart.total: read LIMIT",
      "Cart.total: call ?.now (Clock)",
      "Cart.total: read store (Cart)",
      "Cart.total: call store.get (Store)",
      "Cart.total: call Counted",
      "Cart.total: call helper (Cart)",
      "Cart.helper: type Item",
    ],
  },
};

describe("uses of names", () => {
  it.each(Object.entries(cases))(
    "%s: kinds, receivers and their classes, without locals",
    async (id, { text, uses }) => {
      const { symbols, references } = await parse(id, text);
      const found = references.map(({ name, kind, from, receiver, receiverType }) => {
        const where = from < 0 ? "file" : (symbols[from]?.fullName ?? "?");
        const type = receiverType === undefined ? "" : ` (${receiverType})`;
        return `${where}: ${kind} ${receiver === undefined ? "" : `${receiver}.`}${name}${type}`;
      });
      expect(found).toEqual(uses);
    },
  );

  it("are there for every language with code in it", () => {
    const without = languages.filter((each) => each.references === undefined && each.isData !== true);
    expect(without.map(({ id }) => id)).toEqual(["vue", "svelte"]);
  });

  it("point at themselves in the sample of every language, in source order", async () => {
    for (const { id, sample, prepare } of languages) {
      const { references, symbols } = await parse(id, sample);
      const lines = (prepare?.(sample) ?? sample).split("\n");
      let last = 0;
      for (const { name, line, column, from } of references) {
        const rest = lines[line - 1]?.slice(column - 1) ?? "";
        expect(rest.includes(name), `${id} ${line}:${column} ${name}`).toBe(true);
        expect(line * 10_000 + column).toBeGreaterThan(last);
        expect(from).toBeLessThan(symbols.length);
        last = line * 10_000 + column;
      }
    }
  });
});

const imports: [language: string, text: string, bindings: readonly string[]][] = [
  [
    "python",
    "import os, a.b as c\nfrom .m import Y as Z, w\nfrom p import *\n",
    ["os=* os", "c=* a.b", "Z=Y .m", "w=w .m", "*=* p"],
  ],
  ["go", 'package m\nimport (\n\t"fmt"\n\tf2 "a/b"\n\t. "c"\n)\n', ["fmt=* fmt", "f2=* a/b", "*=* c"]],
  ["rust", "use std::{fs, io as stdio};\nuse crate::a::*;\n", ["fs=fs std", "stdio=io std", "*=* crate::a"]],
  ["java", "import a.b.C;\nimport a.b.*;\n", ["C=C a.b.C", "*=* a.b"]],
  ["kotlin", "import a.b.C as D\nimport a.E\n", ["D=C a.b.C", "E=E a.E"]],
  ["csharp", "using X = A.B;\nusing E.F;\n", ["X=B A.B", "*=* E.F"]],
  ["php", "<?php\nuse C\\D;\nuse E\\{K, L as M};\n", ["D=D C\\D", "K=K E\\K", "M=L E\\L"]],
  ["dart", "import 'package:a/b.dart' as p show X;\n", ["p=* package:a/b.dart", "X=X package:a/b.dart"]],
  ["scala", "import a.b.{C => D, E}\n", ["D=C a.b", "E=E a.b"]],
  ["elixir", "defmodule A do\n  alias C.{D, E}\nend\n", ["D=D C.D", "E=E C.E"]],
  ["lua", 'local m = require("a.b")\n', ["m=* a.b"]],
  ["nix", "let m = import ./m.nix; n = import <n> { }; in m.a n\n", ["m=* ./m.nix", "n=* <n>"]],
  ["haskell", "module A where\nimport qualified Data.Map as M\nimport C.D (e)\n", ["M=* Data.Map", "e=e C.D"]],
  ["solidity", 'import {X as Y} from "./a.sol";\n', ["Y=X ./a.sol"]],
];

describe("names that imports bind", () => {
  it.each(imports)("%s", async (id, text, expected) => {
    const { bindings } = await parse(id, text);
    expect(bindings.map(({ local, imported, source }) => `${local}=${imported} ${source}`)).toEqual(expected);
  });
});
