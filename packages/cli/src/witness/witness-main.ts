import { runWitness } from './witness-command.ts'

/** Runs `inkproof witness` with the console as its log. */
export function witnessMain(argv: readonly string[]): Promise<number> {
  return runWitness(argv, { info: console.log, error: console.error })
}
