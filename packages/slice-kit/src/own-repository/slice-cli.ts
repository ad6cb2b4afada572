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
import { runVariantCommand } from '../release/variant-command.ts'
import { parseVariantRequest, VARIANT_OPTIONS } from '../release/variant-request.ts'
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

const { values, positionals, tokens } = parseArgs({
  allowPositionals: true,
  tokens: true,
  options: {
    against: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    version: { type: 'string' },
    every: { type: 'string', default: '0' },
    ...VARIANT_OPTIONS,
    port: { type: 'string', default: '8081' },
    'no-test': { type: 'boolean', default: false },
    'no-browser': { type: 'boolean', default: false },
  },
})
/** For copies of storage. */
const CACHE = path.join(ROOT, '.inkproof/storage')
const log = (line: string) => console.log(line)
const [command = '', ...others] = positionals

/** The options of each command. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  build: [],
  check: ['against'],
  release: ['to', 'version', 'no-test', 'no-browser', ...Object.keys(VARIANT_OPTIONS)],
  remove: ['to'],
  dev: ['origin', 'port'],
  pull: ['from', 'to', 'every'],
}

try {
  await run(PARTS[0] ?? '')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function run(name: string): Promise<unknown> {
  checkOptions()
  switch (command) {
    case 'build':
      return buildPart(name, log)
    case 'check':
      return checkSlice(name, openSite(required('against')), log)
    case 'release':
      return releaseSlice(name)
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

/** Refuses what the command would ignore. */
function checkOptions(): void {
  const options = COMMANDS[command]
  if (!options) throw new Error(`Usage:\n${USAGE}`)
  for (const token of tokens)
    if (token.kind === 'option' && !options.includes(token.name))
      throw new Error(`inkproof-slice ${command} does not take --${token.name}\n${USAGE}`)
  if (others.length > 0)
    throw new Error(`inkproof-slice ${command} takes options only, not "${others[0]}"\n${USAGE}`)
}

async function releaseSlice(name: string): Promise<void> {
  const { version } = values
  const target = required('to')
  const endsPreview = values['end-preview'] !== undefined
  const spec = version === undefined ? name : `${name}@${version}`
  const request = parseVariantRequest(values, {
    specs: endsPreview ? [] : [spec],
    target,
    others: endsPreview && version !== undefined ? ['--version'] : [],
  })
  const options = { test: !values['no-test'], checkInBrowser: !values['no-browser'], log }
  if (request) await runVariantCommand(request, { target, cache: CACHE, options })
  else await releaseTo(target, CACHE, { ...options, names: [spec] })
}

function required(option: 'against' | 'from' | 'to' | 'origin'): string {
  const value = values[option]
  if (value === undefined) throw new Error(`--${option} is missing\n${USAGE}`)
  return value
}
