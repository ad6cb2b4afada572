/** Remembers ports by name: each part and service keeps its port as long as no other process has taken it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, isFree } from '../process/free-port.ts'

export function rememberedPorts(data: string): (name: string) => Promise<number> {
  const path = join(data, 'ports.json')
  const ports = readPorts(path)
  return async (name) => {
    const before = ports[name]
    const port = before !== undefined && (await isFree(before)) ? before : await freePort()
    ports[name] = port
    writeFileSync(path, JSON.stringify(ports))
    return port
  }
}

function readPorts(path: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}
