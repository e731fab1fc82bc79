/** Serves the built page while the tests run; `playwright.config.ts` gives its address to the tests. */
import { ensurePage, ensureSingle } from "../../scripts/lib/build.mjs";
import { serve } from "../../scripts/lib/serve.mjs";

export default async function servePage(): Promise<() => Promise<void>> {
  await ensurePage();
  // Here, since workers that needed it at the same time would each build it.
  await ensureSingle();
  const { address, close } = await serve({ port: 0 });
  process.env.HPACK_PAGE = address;
  return close;
}
