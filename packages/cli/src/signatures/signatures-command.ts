import { sanitizeForDisplay } from '@inkproof/proof/display-text'
import { HELP_HINT } from '../help-hint.ts'
import { UsageError } from '../verify/usage-error.ts'
import type { Output } from '../verify/verify-command.ts'
import { parseArguments, type SignaturesArguments } from './arguments.ts'
import { checkInChild } from './check-in-child.ts'
import { readAuthorities } from './read-authority.ts'
import { assertReadable, FAILURES } from './readable-pdf.ts'
import { exitCodeOf, jsonReport, textReport } from './report.ts'
import { SIGNATURES_USAGE } from './usage.ts'

/** Longer error messages are truncated. */
const MAX_ERROR = 1_000
const EXIT_NOT_CHECKED = 2

/** Runs `signatures` and returns the exit code. */
export async function runSignatures(
  argv: readonly string[],
  { out, err }: Output,
): Promise<number> {
  try {
    const args = parseArguments(argv)
    if (args === null) {
      out(SIGNATURES_USAGE)
      return 0
    }
    return await checkAndReport(args, { out, err })
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    err(`${sanitizeForDisplay(error.message, MAX_ERROR)}\n\n${HELP_HINT}`)
    return EXIT_NOT_CHECKED
  }
}

async function checkAndReport(args: SignaturesArguments, { out, err }: Output): Promise<number> {
  const trustedRoots = (await Promise.all(args.trust.map(readAuthorities))).flat()
  await assertReadable(args.file)
  const report = await checkInChild(args.file, trustedRoots)
  if (report === 'too-long' || report === 'failed') {
    err(FAILURES[report])
    return EXIT_NOT_CHECKED
  }
  out(args.json ? jsonReport(report) : textReport(report))
  return exitCodeOf(report)
}
