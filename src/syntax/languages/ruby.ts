import { genericCallbacks } from "../callbacks/callback-rules.ts";
import { rubyReferences } from "../references/languages/ruby.ts";
import type { LanguageDefinition } from "../language-definition.ts";
import { hasFolder } from "./path-folder.ts";

/** Libraries that come with Ruby and whose names are also likely names of folders. */
const STANDARD =
  /^(?:benchmark|bigdecimal|bundler|cgi|csv|date|delegate|digest|erb|fiber|fileutils|find|forwardable|io|ipaddr|json|logger|matrix|minitest|monitor|net|objspace|observer|open3|openssl|optparse|ostruct|pathname|pp|prism|psych|pty|rake|rdoc|resolv|ripper|rubygems|securerandom|set|shellwords|singleton|socket|stringio|strscan|tempfile|test|time|timeout|tmpdir|tsort|uri|weakref|yaml|zlib)$/;

export const ruby: LanguageDefinition = {
  id: "ruby",
  title: "Ruby",
  extensions: [".rb", ".rbw", ".gemspec", ".rake", ".ru"],
  grammar: { package: "@cursorless/tree-sitter-wasms", file: "out/tree-sitter-ruby.wasm" },
  queries: ["ruby", "callbacks-ruby"],
  callbacks: genericCallbacks,
  isIsolated: true,
  references: rubyReferences,
  comments: {
    docPrefixes: ["#"],
    directive:
      /^#(?:!|\s*(?:-\*-|(?:frozen_string_literal|encoding|coding|warn_indent|typed|rubocop|standard)\s*:|:nodoc:|:stopdoc:|:startdoc:))/,
  },
  isExported: (symbol, owner) => {
    if (owner !== undefined && !owner.exported) return false;
    return ruby.visibilityOf(symbol, owner) === undefined;
  },
  visibilityOf: ({ kind, modifiers }) => {
    if (modifiers.some((modifier) => /^private_(?:class_method|constant)$/.test(modifier))) return "private";
    // `private` says nothing about constants and methods of the class itself.
    if ((kind !== "method" && kind !== "property") || modifiers.includes("self")) return undefined;
    const word = modifiers.find((modifier) => /^(?:private|protected|public|module_function)$/.test(modifier));
    return word === "private" || word === "protected" ? word : undefined;
  },
  isInternal: (source, { path }) => {
    if (source.startsWith(".")) return true;
    const [first = "", rest] = source.split("/", 2);
    return (rest !== undefined || !STANDARD.test(first)) && hasFolder(path, first);
  },
  dependsOnPath: true,
  parseImport: (text) => {
    const [, how, written] = /^(require_relative|require|load|autoload)\b[^"']*["']([^"'#]+)["']/.exec(text) ?? [];
    if (how === undefined || written === undefined) return [];
    const [, bound] = /^autoload\s*\(?\s*:(\w+)/.exec(text) ?? [];
    const source = how === "require_relative" && !written.startsWith(".") ? `./${written}` : written;
    return [{ source, names: bound === undefined ? [] : [bound] }];
  },
  nameOf: (written) => written.replace(/^:?(["']?)(.*)\1$/, "$2"),
  sample: `# frozen_string_literal: true
require "json"
require_relative "x/y"
module A
  # Doc.
  class B < C::D
    include E
    attr_reader :a, :b
    X = %w[a b].freeze
    P = Struct.new(:x) do
      def q = x
    end
    class << self
      def [](i, *rest, k: 1, **opts, &block) = new(i)
    end
    def initialize(a, b = nil)
      @a, @b = a, b
      super()
    end
    def self.find(id) = all.find { |x| x.id == id }
    def each
      return to_enum(:each) unless block_given?
      @a&.each_with_index { |v, i| yield v, "#{i}: #{v}" if v && !i.zero? || false }
      case @b
      when 1..2, Integer then 1
      else [1, *@a, { "k" => :v, s: 1.5 }]
      end
    rescue ArgumentError => e
      raise e.message[0] =~ /x+/i ? E : F
    ensure
      @b ||= 1
    end
    alias items each
    private
    def hidden(x) x in { name: String => n }; while x do x -= 1 end; -> (y) { y ** 2 } end
    private :each
  end
end
puts <<~TEXT
  a #{1 + 1}
TEXT
`,
};
