import path from 'node:path'
import { parseArgs } from 'node:util'
import { isStorageAddress } from '../storage/address.ts'
import { runCanary } from './canary.ts'
import { parseCanaryOptions } from './canary-options.ts'
import { PARTS } from './parts.ts'
import { ROOT } from './paths.ts'
import { createPreview, defaultOrigin, endPreview } from './preview.ts'
import { changeTarget, releaseTo, removeFrom } from './release-to.ts'
import { setOffline } from './site-settings.ts'

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
    preview: { type: 'boolean', default: false },
    'end-preview': { type: 'string' },
    canary: { type: 'string' },
    for: { type: 'string', default: '30m' },
    threshold: { type: 'string', default: '2' },
    'min-failures': { type: 'string', default: '3' },
    'min-visits': { type: 'string', default: '20' },
    origin: { type: 'string', default: defaultOrigin() },
  },
})

/** `--to` also accepts storage. */
const target = values.to ?? values.out
const cache = path.join(DATA, 'storage')
const log = (line: string) => console.log(line)
const checks = {
  test: !values['no-test'],
  build: !values['no-build'],
  checkInBrowser: !values['no-browser'],
  log,
}

try {
  await changeSettings()
  if (values.preview) await preview()
  else if (values.canary !== undefined) await canary(values.canary)
  else await releaseParts()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function changeSettings(): Promise<void> {
  const { offline, remove, 'end-preview': ended } = values
  if (offline !== undefined) await changeTarget(target, cache, (out) => setOffline(offline, out))
  if (remove !== undefined) await removeFrom(target, cache, remove, log)
  if (ended === undefined) return
  await changeTarget(target, cache, (out) => endPreview(ended, out))
  log('preview ended: browsers that opened it get the live release')
}

async function preview(): Promise<void> {
  const name = onlySlice('--preview')
  const link = await changeTarget(target, cache, (out, isFirst) =>
    createPreview(name, values.origin, {
      ...checks,
      ...(!isFirst && { build: false, test: false }),
      out,
    }),
  )
  log(`${name} is published but not live; preview link, valid for 7 days: ${link}`)
}

async function canary(percent: string): Promise<void> {
  const settings = parseCanaryOptions({ ...values, canary: percent })
  const name = onlySlice('--canary')
  if (isStorageAddress(target))
    throw new Error(
      '--canary needs the folder of a gateway: copies of storage are too slow to end it',
    )
  const { origin } = values
  const run = { ...settings, origin, signal: abortOnSignal() }
  await runCanary(name, run, { ...checks, out: path.resolve(target) })
}

function onlySlice(option: string): string {
  const [name = ''] = positionals
  if (positionals.length === 1) return name
  throw new Error(`${option} takes one slice, such as mfe-documents`)
}

/** Returns a signal that is aborted by the first signal to end the process, which then ends by itself. */
function abortOnSignal(): AbortSignal {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => ending.abort())
  return ending.signal
}

async function releaseParts(): Promise<void> {
  const { offline, remove, 'end-preview': ended } = values
  const changesOnlySettings = [offline, remove, ended].some((value) => value !== undefined)
  await releaseTo(target, cache, {
    ...checks,
    names: positionals.length > 0 || changesOnlySettings ? positionals : [...PARTS],
    publish: !values['build-only'],
  })
}
