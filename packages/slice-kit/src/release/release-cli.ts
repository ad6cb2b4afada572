import path from 'node:path'
import { parseArgs } from 'node:util'
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
  const [name = ''] = positionals
  if (positionals.length !== 1) throw new Error('--preview takes one slice, such as mfe-documents')
  const link = await changeTarget(target, cache, (out, isFirst) =>
    createPreview(name, values.origin, {
      ...checks,
      ...(!isFirst && { build: false, test: false }),
      out,
    }),
  )
  log(`${name} is published but not live; preview link, valid for 7 days: ${link}`)
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
