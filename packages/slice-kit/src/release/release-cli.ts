import path from 'node:path'
import { parseArgs } from 'node:util'
import { PARTS } from './parts.ts'
import { ROOT } from './paths.ts'
import { changeTarget, releaseTo, removeFrom } from './release-to.ts'
import { setOffline } from './site-settings.ts'
import {
  endPreviewIfRequested,
  releaseVariantIfRequested,
  VARIANT_OPTIONS,
} from './variant-command.ts'

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
    ...VARIANT_OPTIONS,
  },
})

/** `--to` also accepts storage. */
const target = values.to ?? values.out
const cache = path.join(DATA, 'storage')
const log = (line: string) => console.log(line)
const options = {
  test: !values['no-test'],
  build: !values['no-build'],
  checkInBrowser: !values['no-browser'],
  publish: !values['build-only'],
  log,
}

try {
  await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function run(): Promise<void> {
  const hasChanged = await changeWithoutPublishing()
  if (await releaseVariantIfRequested(values, positionals, { target, cache, options })) return
  // Without names, all parts are released, unless the command has made only such changes.
  const names = positionals.length > 0 || hasChanged ? positionals : [...PARTS]
  await releaseTo(target, cache, { ...options, names })
}

/** Makes the changes that publish nothing: offline support, removals, ended previews. Returns whether there were any. */
async function changeWithoutPublishing(): Promise<boolean> {
  const { offline, remove } = values
  if (offline !== undefined)
    await changeTarget(target, cache, (out) => setOffline(offline, out, log))
  if (remove !== undefined) await removeFrom(target, cache, remove, log)
  const hasEnded = await endPreviewIfRequested(values, { target, cache, options })
  return offline !== undefined || remove !== undefined || hasEnded
}
