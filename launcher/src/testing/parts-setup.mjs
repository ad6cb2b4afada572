/** Run by jest before the service tests. jest does not compile this file, so tsx does. */
import { tsImport } from 'tsx/esm/api'

export default async function setup() {
  const { startTestParts } = await tsImport('./parts.ts', import.meta.url)
  const parts = await startTestParts()
  Object.assign(process.env, parts.env)
  globalThis.inkproofStops = [...(globalThis.inkproofStops ?? []), parts.stop]
}
