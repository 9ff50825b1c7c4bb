import { expect, test } from "vitest";
import { RecentReports } from "./recent-reports.ts";

test("a report is given again only to the same question and while all that it was made from is the same", () => {
  const reports = new RecentReports();
  const [document, other] = [{}, {}];
  let made = 0;
  const ask = (question: string, parts: readonly unknown[]): { readonly number: number } =>
    reports.keep(question, parts, () => ({ number: (made += 1) }));
  expect(ask("a", [document, undefined]).number).toBe(1);
  expect(ask("a", [document, undefined]).number).toBe(1);
  expect(ask("b", [document, undefined]).number).toBe(2);
  expect(ask("a", [other, undefined]).number).toBe(3);
  expect(ask("a", [document, undefined]).number).toBe(4);
  expect(ask("a", [document]).number).toBe(5);
  expect(ask("b", [document, undefined]).number).toBe(2);
});

test("a report that could not be made is not kept, and the longest unused goes first", () => {
  const reports = new RecentReports();
  const fail = (): never => {
    throw new Error("no report");
  };
  expect(() => reports.keep("a", [], fail)).toThrow("no report");
  const first = reports.keep("a", [], () => ({}));
  for (let at = 0; at < 7; at += 1) reports.keep(String(at), [], () => ({}));
  expect(reports.keep("a", [], () => ({}))).toBe(first);
  for (let at = 0; at < 8; at += 1) reports.keep(String(at), [], () => ({}));
  expect(reports.keep("a", [], () => ({}))).not.toBe(first);
});
