/** The public repositories that docs/agreement.md is about, pinned. The name is that of the folder. */
export interface Repository {
  readonly name: string;
  readonly repository: string;
  readonly commit: string;
  readonly language: string;
}

export const repositories: readonly Repository[] = [
  { name: "vite", repository: "vitejs/vite", commit: "a98c8d95d552", language: "typescript" },
  { name: "fastify", repository: "fastify/fastify", commit: "83e69762aff0", language: "javascript" },
  { name: "Chart.js", repository: "chartjs/Chart.js", commit: "cb02e1d207bd", language: "javascript" },
  { name: "flask", repository: "pallets/flask", commit: "2ac89889f4cc", language: "python" },
  { name: "gin", repository: "gin-gonic/gin", commit: "dcaa4296d111", language: "go" },
  { name: "ripgrep", repository: "BurntSushi/ripgrep", commit: "3fce3b5bb023", language: "rust" },
  { name: "gson", repository: "google/gson", commit: "9835b6f90192", language: "java" },
  { name: "sds", repository: "antirez/sds", commit: "5347739b1581", language: "c" },
  { name: "cJSON", repository: "DaveGamble/cJSON", commit: "a29814f285cc", language: "c" },
  { name: "redis", repository: "redis/redis", commit: "4f8cdc2a1ea5", language: "c" },
  { name: "fmt", repository: "fmtlib/fmt", commit: "60ccad511fd6", language: "cpp" },
  { name: "spdlog", repository: "gabime/spdlog", commit: "62302019babd", language: "cpp" },
  { name: "sinatra", repository: "sinatra/sinatra", commit: "cb22afd7902b", language: "ruby" },
  { name: "rack", repository: "rack/rack", commit: "8bf4eb078498", language: "ruby" },
  { name: "Slim", repository: "slimphp/Slim", commit: "038fd5713d5a", language: "php" },
  { name: "guzzle", repository: "guzzle/guzzle", commit: "2779e868a002", language: "php" },
  { name: "serilog", repository: "serilog/serilog", commit: "60935b4d7aba", language: "csharp" },
  { name: "Dapper", repository: "DapperLib/Dapper", commit: "6d48ef664acc", language: "csharp" },
  { name: "okio", repository: "square/okio", commit: "4164f2976ac7", language: "kotlin" },
  { name: "timber", repository: "JakeWharton/timber", commit: "d226eb0391d6", language: "kotlin" },
  {
    name: "swift-argument-parser",
    repository: "apple/swift-argument-parser",
    commit: "2f77f2fccb6e",
    language: "swift",
  },
  { name: "Alamofire", repository: "Alamofire/Alamofire", commit: "7595cbcf5980", language: "swift" },
  { name: "Penlight", repository: "lunarmodules/Penlight", commit: "c317508c90cb", language: "lua" },
  { name: "nvm", repository: "nvm-sh/nvm", commit: "b17550a0b9ab", language: "bash" },
  { name: "acme.sh", repository: "acmesh-official/acme.sh", commit: "d60c75b4e30a", language: "bash" },
  { name: "plug", repository: "elixir-plug/plug", commit: "a898c454a04c", language: "elixir" },
  { name: "hakyll", repository: "jaspervdj/hakyll", commit: "00fcf9b0b126", language: "haskell" },
];
