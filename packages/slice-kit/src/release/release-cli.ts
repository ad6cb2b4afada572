import path from 'node:path'
import { parseArgs } from 'node:util'
import { PARTS } from './parts.ts'
import { ROOT } from './paths.ts'
import { changeTarget, releaseTo, removeFrom } from './release-to.ts'
import { setOffline } from './site-settings.ts'
import { runVariantCommand } from './variant-command.ts'
import { parseVariantRequest, VARIANT_OPTIONS } from './variant-request.ts'

const USAGE = `npm run release -- [<part>[@<version>]…] [--no-test] [--no-build] [--no-browser] [--build-only]
npm run release -- --preview <slice>[@<version>] [--origin <origin>]
npm run release -- --end-preview <link>
npm run release -- --canary <percent> <slice>[@<version>] [--for <duration>] [--threshold <percent>]
                   [--min-failures <count>] [--min-visits <count>] [--origin <origin>]
npm run release -- --remove <slice>
npm run release -- --offline on|off
All of them take --to <folder or s3://bucket/prefix>. packages/slice-kit/README.md explains the options.`

/** The data folder, as for `npm start`. */
const DATA = process.env['INKPROOF_DATA'] ?? path.join(ROOT, '.inkproof')
const CACHE = path.join(DATA, 'storage')
const log = (line: string) => console.log(line)

try {
  await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function run(): Promise<void> {
  const { values, positionals: specs } = parseArgs({
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
      help: { type: 'boolean', default: false },
      ...VARIANT_OPTIONS,
    },
  })
  if (values.help) return log(USAGE)
  const { offline, remove, 'build-only': buildOnly } = values
  const target = values.to ?? values.out
  const changesLive = [offline !== undefined && '--offline', remove !== undefined && '--remove']
  const others = [...changesLive, buildOnly && '--build-only'].filter((name) => name !== false)
  const request = parseVariantRequest(values, { specs, target, defaultOrigin: origin(), others })
  const options = {
    test: !values['no-test'],
    build: !values['no-build'],
    checkInBrowser: !values['no-browser'],
    publish: !buildOnly,
    log,
  }
  if (request) return runVariantCommand(request, { target, cache: CACHE, options })
  if (offline !== undefined)
    await changeTarget(target, CACHE, (out) => setOffline(offline, out, log))
  if (remove !== undefined) await removeFrom(target, CACHE, remove, log)
  // Without names, all parts are released, unless the command has made another change.
  const names = specs.length > 0 || changesLive.some(Boolean) ? specs : [...PARTS]
  await releaseTo(target, CACHE, { ...options, names })
}

/** Where the installation is reached, by the variables of `npm start`. */
function origin(): string {
  const { PUBLIC_ORIGIN, PORT = '8080' } = process.env
  return PUBLIC_ORIGIN || `http://localhost:${PORT}`
}
