import type { CheckFacts, Checker, CheckStep } from "../checker.ts";
import { readLines } from "../read-lines.ts";

/** Compiles each file named, and runs none of them. */
const SCRIPT = [
  "bad = 0",
  "ARGV.each { |f| begin; RubyVM::InstructionSequence.compile_file(f); rescue SyntaxError => e; bad = 1; warn e.message; end }",
  "exit bad",
].join("; ");

export const ruby: Checker = {
  id: "ruby-syntax",
  title: "ruby",
  language: "Ruby",
  rootMarkers: ["Gemfile", "gems.rb", "*.gemspec", "Rakefile"],
  commands: [{ binary: "ruby", args: ["-e", SCRIPT, "--"], from: "path" }],
  install: "install Ruby, https://www.ruby-lang.org/en/downloads/",
  // RUBYOPT may load code.
  env: { RUBYOPT: "" },
  extent: "syntax only",
  plan,
  read: readLines(/^(?<path>.+?\.(?:rb|rake|gemspec|ru)):(?<line>\d+): (?<message>.*)$/),
};

async function plan({ args, files }: CheckFacts): Promise<readonly CheckStep[]> {
  const sources = await files(".rb", ".rake", ".gemspec", ".ru");
  return sources.length === 0 ? [] : [{ args: [...args, ...sources] }];
}
