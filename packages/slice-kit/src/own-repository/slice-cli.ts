/** `inkproof-slice`: builds, checks and releases a slice from a repository of its own. Run it in the slice's folder. */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { developSlice } from '../dev/develop-slice.ts'
import { untilSignal } from '../dev/until-signal.ts'
import { parseInterval, parsePort } from '../numeric-options.ts'
import { buildPart } from '../release/build.ts'
import { openSite } from '../release/live-site.ts'
import { PARTS } from '../release/parts.ts'
import { ROOT } from '../release/paths.ts'
import { releaseTo, removeFrom } from '../release/release-to.ts'
import {
  endPreviewIfRequested,
  releaseVariantIfRequested,
  VARIANT_OPTIONS,
} from '../release/variant-command.ts'
import { followStorage } from '../storage/follow-storage.ts'
import { checkSlice } from './check-slice.ts'

const USAGE = `inkproof-slice build
inkproof-slice check --against <origin or folder>
inkproof-slice release --to <folder or s3://bucket/prefix> [--version <published version>] [--no-test] [--no-browser]
inkproof-slice release --to <folder or s3://bucket/prefix> --preview --origin <origin>
inkproof-slice release --to <folder or s3://bucket/prefix> --end-preview <link>
inkproof-slice release --to <folder> --canary <percent> --origin <origin> [--for <duration>] [--threshold <percent>] [--min-failures <count>] [--min-visits <count>]
inkproof-slice remove --to <folder or s3://bucket/prefix>
inkproof-slice dev --origin <origin> [--port <port>]
inkproof-slice pull --from s3://bucket/prefix --to <folder> [--every <seconds>]`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    version: { type: 'string' },
    every: { type: 'string', default: '0' },
    ...VARIANT_OPTIONS,
    origin: { type: 'string' },
    port: { type: 'string', default: '8081' },
    'no-test': { type: 'boolean', default: false },
    'no-browser': { type: 'boolean', default: false },
  },
})
/** For copies of storage. */
const CACHE = path.join(ROOT, '.inkproof/storage')
const log = (line: string) => console.log(line)
const [command = ''] = positionals

try {
  await run(PARTS[0] ?? '')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function run(name: string): Promise<unknown> {
  switch (command) {
    case 'build':
      return buildPart(name, log)
    case 'check':
      return checkSlice(name, openSite(required('against')), log)
    case 'release':
      return releaseSlice(values.version === undefined ? name : `${name}@${values.version}`)
    case 'remove':
      return removeFrom(required('to'), CACHE, name, log)
    case 'dev':
      return untilSignal(async (atEnd) => {
        const port = parsePort(values.port)
        await developSlice({ name, gateway: required('origin'), port, log }, atEnd)
      })
    case 'pull':
      return followStorage(required('from'), required('to'), parseInterval(values.every), log)
    default:
      throw new Error(`Usage:\n${USAGE}`)
  }
}

async function releaseSlice(spec: string): Promise<void> {
  const target = required('to')
  const options = { test: !values['no-test'], checkInBrowser: !values['no-browser'], log }
  const context = { target, cache: CACHE, options }
  const isVariant = values.preview || values.canary !== undefined
  // A slice's repository does not know the origin at which the slice is served.
  const variant = { ...values, origin: isVariant ? required('origin') : '' }
  if (await endPreviewIfRequested(variant, context)) return
  if (await releaseVariantIfRequested(variant, [spec], context)) return
  await releaseTo(target, CACHE, { ...options, names: [spec] })
}

function required(option: 'against' | 'from' | 'to' | 'origin'): string {
  const value = values[option]
  if (value === undefined) throw new Error(`--${option} is missing\n${USAGE}`)
  return value
}
