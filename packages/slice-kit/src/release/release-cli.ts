import path from 'node:path'
import { parseArgs } from 'node:util'
import { PARTS } from './parts.ts'
import { ROOT } from './paths.ts'
import { setOffline } from './release.ts'
import { changeTarget, releaseTo, removeFrom } from './release-to.ts'

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
    to: { type: 'string' },
    remove: { type: 'string' },
  },
})

/** `--to` also accepts storage. */
const target = values.to ?? values.out
const cache = path.join(DATA, 'storage')
const log = (line: string) => console.log(line)
const changesOnlySettings = values.offline !== undefined || values.remove !== undefined

try {
  const { offline } = values
  if (offline !== undefined) await changeTarget(target, cache, (out) => setOffline(offline, out))
  if (values.remove !== undefined) await removeFrom(target, cache, values.remove, log)
  await releaseTo(target, cache, {
    names: positionals.length > 0 || changesOnlySettings ? positionals : [...PARTS],
    test: !values['no-test'],
    build: !values['no-build'],
    checkInBrowser: !values['no-browser'],
    publish: !values['build-only'],
    log,
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
