import { runVerify, VERIFY_USAGE } from './verify/verify-command.ts'

const USAGE = `inkproof verifies documents against their proof files.

${VERIFY_USAGE}`

/** Exit code of a call that cannot be carried out as it is written. */
const MISUSED = 2

/**
 * The command line: `inkproof verify FILE PROOF …`.
 *
 * @param argv arguments without node and script
 * @returns the exit code: 0 verified, 1 failed, 2 could not be checked (or the call is wrong)
 */
export async function main(argv: readonly string[]): Promise<number> {
  const [command, ...rest] = argv
  if (command === 'verify') return verifyOrSay(rest)
  const isHelp = command === undefined || command === 'help' || command === '--help'
  if (isHelp) console.log(USAGE)
  else console.error(`inkproof knows no command "${command}".\n\n${USAGE}`)
  return isHelp ? 0 : MISUSED
}

/** Whatever breaks, nothing was verified and nothing was refuted: that is 2, never 1. */
async function verifyOrSay(argv: readonly string[]): Promise<number> {
  try {
    return await runVerify(argv, { out: console.log, err: console.error })
  } catch (error) {
    console.error(`Could not be checked: ${error instanceof Error ? error.message : error}`)
    return MISUSED
  }
}
