import path from 'node:path'
import { parseArgs } from 'node:util'
import { PARTS } from './parts.ts'
import { ROOT } from './paths.ts'
import { release, setOffline } from './release.ts'

/** The data folder, as for `npm start`. */
const DATA = process.env['INKPROOF_DATA'] ?? path.join(ROOT, '.inkproof')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: path.join(DATA, 'www') },
    'no-test': { type: 'boolean', default: false },
    'no-build': { type: 'boolean', default: false },
    'no-browser': { type: 'boolean', default: false },
    'build-only': { type: 'boolean', default: false },
    offline: { type: 'string' },
  },
})

const out = path.resolve(values.out)

try {
  if (values.offline !== undefined) await setOffline(values.offline, out)
  await release({
    names: positionals.length > 0 || values.offline !== undefined ? positionals : [...PARTS],
    out,
    test: !values['no-test'],
    build: !values['no-build'],
    checkInBrowser: !values['no-browser'],
    publish: !values['build-only'],
    log: (line) => console.log(line),
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
