import type { CheckFacts, Checker, CheckStep } from "../checker.ts";
import { readLines } from "../read-lines.ts";

/** PHPStan loads extensions and bootstrap files of the checkout. */
export const phpstan: Checker = {
  id: "phpstan",
  title: "phpstan",
  language: "PHP",
  rootMarkers: ["phpstan.neon", "phpstan.neon.dist", "phpstan.dist.neon"],
  commands: ["project" as const, "path" as const].map((from) => ({
    binary: "phpstan",
    args: ["analyse", "--no-progress", "--no-interaction", "--error-format=raw"],
    from,
  })),
  install: "composer require --dev phpstan/phpstan",
  runsProjectCode: true,
  read: readLines(/^(?<path>\/.+?\.\w+):(?<line>\d+):(?<message>.*)$/),
};

export const php: Checker = {
  id: "php-syntax",
  title: "php -l",
  language: "PHP",
  rootMarkers: ["composer.json", "index.php"],
  commands: [{ binary: "php", args: ["-n", "-d", "display_errors=stderr", "-l"], from: "path" }],
  install: "install PHP, https://www.php.net/manual/en/install.php",
  extent: "syntax only",
  problemCodes: [255, 254, 1],
  plan,
  read: readLines(/^(?:PHP )?(?:Parse error|Fatal error): +(?<message>.*) in (?<path>.+?) on line (?<line>\d+)$/),
};

async function plan({ args, files }: CheckFacts): Promise<readonly CheckStep[]> {
  return (await files(".php", ".phtml")).map((file) => ({ args: [...args, file], file }));
}
