/** Serves the built page while the tests run; `playwright.config.ts` gives its address to the tests. */
import { ensurePage } from "../../scripts/lib/build.mjs";
import { serve } from "../../scripts/lib/serve.mjs";

export default async function servePage(): Promise<() => Promise<void>> {
  await ensurePage();
  const { address, close } = await serve({ port: 0 });
  process.env.HPACK_PAGE = address;
  return close;
}
