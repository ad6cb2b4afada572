import path from 'node:path'
import { parseArgs } from 'node:util'
import { PARTS } from './parts.ts'
import { ROOT } from './paths.ts'
import { release, setOffline } from './release.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: path.join(ROOT, '.inkproof/www') },
    'no-test': { type: 'boolean', default: false },
    'no-build': { type: 'boolean', default: false },
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
    publish: !values['build-only'],
    log: (line) => console.log(line),
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
