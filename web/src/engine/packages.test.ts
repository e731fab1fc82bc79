import { expect, test, vi } from "vitest";
import { firstPackage } from "./packages";

const init = vi.hoisted(() => vi.fn());
vi.mock("@wasm/hpack_inspector_wasm", () => ({ default: init }));

test("a package is loaded once, however many ask, and again after a failure", async () => {
  init.mockRejectedValueOnce(new Error("offline"));
  const failed = await Promise.allSettled([firstPackage(), firstPackage()]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(init).toHaveBeenCalledTimes(1);
  init.mockResolvedValue({ memory: null });
  const [one, other] = await Promise.all([firstPackage(), firstPackage()]);
  expect(one).toBe(other);
  expect(await firstPackage()).toBe(one);
  expect(init).toHaveBeenCalledTimes(2);
});
