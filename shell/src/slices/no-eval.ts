declare global {
  /** Where zod 4 keeps its settings, one for all copies of it on the page. */
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

/**
 * zod tries `new Function` to see whether it may compile its schemas. The content security policy
 * forbids it and reports the attempt, so every slice's zod is told beforehand.
 */
export function forbidEval(): void {
  globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true }
}
