/** Jest runs this file before the service tests. Jest does not compile what this file imports, so tsx does. */
import { tsImport } from 'tsx/esm/api'

export default async function setup() {
  const { startTestParts } = await tsImport('./parts.ts', import.meta.url)
  const parts = await startTestParts()
  Object.assign(process.env, parts.env)
  globalThis.inkproofStops = [...(globalThis.inkproofStops ?? []), parts.stop]
}
