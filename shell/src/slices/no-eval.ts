declare global {
  /** zod 4's settings, shared by all copies of zod on the page. */
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

/**
 * zod tries `new Function` to find out whether it may compile its schemas. The content security policy forbids
 * `new Function` and reports the attempt, so all copies of zod are configured in advance.
 */
export function forbidEval(): void {
  globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true }
}
