import { FSCK_USAGE } from './fsck/usage.ts'
import { MONITOR_USAGE } from './monitor/usage.ts'
import { SIGNATURES_USAGE } from './signatures/usage.ts'
import { runVerify, VERIFY_USAGE } from './verify/verify-command.ts'
import { WITNESS_USAGE } from './witness/arguments.ts'

const USAGE = `inkproof verifies documents against their proof files and digital signatures, runs monitors and witnesses of public records, and checks the files of a record.

${VERIFY_USAGE}

${SIGNATURES_USAGE}

${MONITOR_USAGE}

${WITNESS_USAGE}

${FSCK_USAGE}

  inkproof --version

  Prints the version.`

/** Exit code when nothing could be checked, including invalid usage. */
const EXIT_NOT_CHECKED = 2

/**
 * Runs the command line: `inkproof verify FILE PROOF …`, `inkproof signatures FILE …`, `inkproof monitor …`,
 * `inkproof witness …`, `inkproof fsck …`, or `inkproof --version`.
 *
 * @param argv arguments without node and script
 * @returns the exit code: 0 verified, stopped or printed, 1 failed, 2 could not be checked or invalid usage
 */
export async function main(argv: readonly string[]): Promise<number> {
  const [command, ...rest] = argv
  if (command === 'verify') return verifyOrReport(rest)
  // Loaded on demand, because the standalone verifier contains none of these.
  if (command === 'signatures')
    return (await import('./signatures/signatures-main.ts')).signaturesMain(rest)
  if (command === 'monitor') return (await import('./monitor/monitor-main.ts')).monitorMain(rest)
  if (command === 'witness') return (await import('./witness/witness-main.ts')).witnessMain(rest)
  if (command === 'fsck') return (await import('./fsck/fsck-main.ts')).fsckMain(rest)
  if (command === '--version') {
    console.log((await import('./version.ts')).readVersion())
    return 0
  }
  const isHelp = command === undefined || command === 'help' || command === '--help'
  if (isHelp) console.log(USAGE)
  else console.error(`Unknown command "${command}".\n\n${USAGE}`)
  return isHelp ? 0 : EXIT_NOT_CHECKED
}

/** Runs `verify` and returns its exit code: 2 after an unexpected error, because nothing was verified or refuted. */
async function verifyOrReport(argv: readonly string[]): Promise<number> {
  try {
    return await runVerify(argv, { out: console.log, err: console.error })
  } catch (error) {
    console.error(`Could not be checked: ${error instanceof Error ? error.message : error}`)
    return EXIT_NOT_CHECKED
  }
}
