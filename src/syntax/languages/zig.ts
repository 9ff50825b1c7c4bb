import { noFunctionLiterals } from "../callbacks/callback-rules.ts";
import { zigReferences } from "../references/languages/zig.ts";
import type { LanguageDefinition } from "../language-definition.ts";

export const zig: LanguageDefinition = {
  id: "zig",
  title: "Zig",
  extensions: [".zig", ".zon"],
  grammar: { package: "@cursorless/tree-sitter-wasms", file: "out/tree-sitter-zig.wasm" },
  queries: ["zig"],
  callbacks: noFunctionLiterals,
  references: zigReferences,
  comments: { docPrefixes: ["///"] },
  isExported: ({ kind, modifiers }, owner) => {
    if (owner !== undefined && !owner.exported) return false;
    // Whoever has the type has its fields.
    if (kind === "field" || kind === "enum member") return true;
    return modifiers.includes("pub") || modifiers.includes("export");
  },
  visibilityOf: () => undefined,
  isInternal: (source) => source.endsWith(".zig"),
  dependsOnPath: false,
  nameOf: (written) => written.replace(/^@?"(.*)"$/, "$1"),
  sample: `//! Sample.
const std = @import("std");
const B = @import("b.zig").B;
/// Doc.
pub const LIMIT: usize = 10;
var counter: u32 = 0x1F;
pub const S = packed struct(u16) {
    id: u64,
    items: []const ?*Item = &.{},
    const Self = @This();
    pub fn init(allocator: std.mem.Allocator, comptime T: type) !S {
        if (a and b or !c) {} else if (x) |v| { _ = v; } else unreachable;
        while (i < 1) : (i += 1) { continue; }
        for (xs, 0..) |x, i| { counter +%= @intCast(x[i].*); break; }
        const y = switch (z) { 1, 2 => "x", 2...3 => 'c', else => 1.5 };
        const v = foo() catch |err| return err;
        const w = foo orelse blk: { break :blk 1; };
        try bar(.{ .a = 1, .b = y });
        defer x.deinit();
        errdefer z();
        return S{ .id = v << 2 };
    }
};
const E = enum(u8) { open, paid = 2, _ };
pub const U = union(enum) { circle: f32, none };
pub const Err = error{ NotFound, Closed } || std.fs.File.OpenError;
pub fn List(comptime T: type) type { return struct { data: []T }; }
extern "c" fn printf(fmt: [*:0]const u8, ...) c_int;
test "works" { try std.testing.expect(true); }
comptime { _ = S; }
`,
};
