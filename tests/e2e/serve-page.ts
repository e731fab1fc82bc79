import type { TestProject } from "vitest/node";
import { ensurePage } from "../../scripts/lib/build.mjs";
import { serve } from "../../scripts/lib/serve.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the built page is served. */
    address: string;
  }
}

export default async function servePage(project: TestProject) {
  await ensurePage();
  const { address, close } = await serve({ port: 0 });
  project.provide("address", address);
  return close;
}
