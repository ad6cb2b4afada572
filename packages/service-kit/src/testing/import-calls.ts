import { readdirSync } from 'node:fs'
import type { CallDefinition } from '@inkproof/protocol/call'

/** Imports all call definitions of packages/protocol, with the names of their exports. */
export async function importCalls(): Promise<{ name: string; definition: CallDefinition }[]> {
  const folder = new URL('../../../protocol/src/calls/', import.meta.url)
  const files = readdirSync(folder).filter((file) => !file.endsWith('.test.ts'))
  const modules: Record<string, CallDefinition>[] = []
  // Sequentially, because Jest mislinks modules that are imported concurrently.
  for (const file of files) modules.push(await import(new URL(file, folder).pathname))
  return modules
    .flatMap((module) => Object.entries(module))
    .filter(([, value]) => 'method' in value && 'path' in value)
    .map(([name, definition]) => ({ name, definition }))
}
