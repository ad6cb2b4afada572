import { runSignatures } from './signatures-command.ts'

/** Runs `inkproof signatures`. Returns the exit code: 2 also after an unexpected error, because nothing was checked. */
export async function signaturesMain(argv: readonly string[]): Promise<number> {
  try {
    return await runSignatures(argv, { out: console.log, err: console.error })
  } catch (error) {
    console.error(
      `The file could not be checked: ${error instanceof Error ? error.message : error}`,
    )
    return 2
  }
}
