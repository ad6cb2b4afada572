/** `npm run dev -- <slice>`: rebuilds a slice after each change, inside the running system. */
import { parseArgs } from 'node:util'
import { parsePort } from '../numeric-options.ts'
import { PARTS } from '../release/parts.ts'
import { developSlice } from './develop-slice.ts'
import { ensureSystem } from './running-system.ts'
import { type AtEnd, untilSignal } from './until-signal.ts'

const { PORT = '8080' } = process.env
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    origin: { type: 'string', default: `http://localhost:${PORT}` },
    port: { type: 'string', default: String(Number(PORT) + 1) },
  },
})
const log = (line: string) => console.log(line)

await untilSignal(start)

async function start(atEnd: AtEnd): Promise<void> {
  const slices = PARTS.filter((part) => part !== 'shell')
  const [name = ''] = positionals
  if (!slices.includes(name) || positionals.length > 1)
    throw new Error(`npm run dev -- <slice>, where the slice is one of ${slices.join(', ')}`)
  const gateway = new URL(values.origin).origin
  const port = parsePort(values.port)
  await ensureSystem(gateway, log, atEnd)
  await developSlice({ name, gateway, port, log }, atEnd)
}
