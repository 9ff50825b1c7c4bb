import { expect, it } from "vitest";
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { Batch } from "./batch.ts";

const response = (id: number): JSONRPCMessage => ({ jsonrpc: "2.0", id, result: {} });

it("writes all responses as one array, after the last one", () => {
  const written: unknown[] = [];
  const batch = new Batch((responses) => written.push(responses));
  batch.expect(1);
  batch.expect(2);
  batch.close();
  batch.add(response(2));
  batch.settle(2);
  expect(written).toEqual([]);
  batch.add(response(1));
  batch.settle(1);
  expect(written).toEqual([[response(2), response(1)]]);
});

it("does not write before all entries are read", () => {
  const written: unknown[] = [];
  const batch = new Batch((responses) => written.push(responses));
  batch.expect(1);
  batch.add(response(1));
  batch.settle(1);
  expect(written).toEqual([]);
  batch.close();
  expect(written).toEqual([[response(1)]]);
});

it("answers nothing to a batch of notifications", () => {
  const written: unknown[] = [];
  new Batch((responses) => written.push(responses)).close();
  expect(written).toEqual([]);
});

it("is complete without the response of a cancelled request", () => {
  const written: unknown[] = [];
  const batch = new Batch((responses) => written.push(responses));
  batch.expect(1);
  batch.expect(2);
  batch.add(response(1));
  batch.settle(1);
  batch.close();
  batch.settle(2);
  expect(written).toEqual([[response(1)]]);
});
