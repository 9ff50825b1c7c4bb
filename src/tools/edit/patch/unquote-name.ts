const LETTERS: Readonly<Record<string, string>> = { a: "\x07", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

/** A file name as git writes it where it is not plain ASCII: in quotes, its bytes as `\303\274`. */
export function unquoteName(name: string): string {
  if (name.length < 2 || !name.startsWith('"') || !name.endsWith('"')) return name;
  const parts = name.slice(1, -1).split(/\\([0-7]{1,3}|.)/);
  // Every second part is what stood behind a backslash.
  const bytes = parts.map((part, index) => {
    if (index % 2 === 0) return Buffer.from(part);
    return /^[0-7]/.test(part) ? Buffer.from([Number.parseInt(part, 8) & 0xff]) : Buffer.from(LETTERS[part] ?? part);
  });
  return Buffer.concat(bytes).toString("utf8");
}
