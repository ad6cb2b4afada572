/** Stores ports by name: each part and service has the same port at every start if it is still free. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, isFree } from '../process/free-port.ts'

/** Returns the function that assigns a port to a name: the stored one if it is free. */
export function createPortAssigner(data: string): (name: string) => Promise<number> {
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
