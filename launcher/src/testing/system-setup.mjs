/** Run by jest before the browser tests. jest does not compile this file, so tsx does. */
import { tsImport } from 'tsx/esm/api'

export default async function setup() {
  const { startTestSystem } = await tsImport('./system.ts', import.meta.url)
  const system = await startTestSystem()
  Object.assign(process.env, system.env)
  globalThis.inkproofStops = [...(globalThis.inkproofStops ?? []), system.stop]
}
