/** Jest runs this file before the browser tests. Jest does not compile what this file imports, so tsx does. */
import { tsImport } from 'tsx/esm/api'

export default async function setup() {
  const { startTestSystem } = await tsImport('./system.ts', import.meta.url)
  const system = await startTestSystem()
  Object.assign(process.env, system.env)
  globalThis.inkproofStops = [...(globalThis.inkproofStops ?? []), system.stop]
}
