/**
 * `until-signal.ts <origin> <program> [<file>]`: starts a system that never serves pages, and waits for it, or fails when it has
 * written the file.
 */
import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { ensureSystem } from '../dev/running-system.ts'
import { untilSignal } from '../dev/until-signal.ts'

const [origin = '', program = '', file] = process.argv.slice(2)

await untilSignal(async (atEnd) => {
  const system = ensureSystem(origin, console.log, atEnd, program)
  if (file === undefined) return system
  while (!existsSync(file)) await delay(10)
  throw new Error('the port is in use')
})
