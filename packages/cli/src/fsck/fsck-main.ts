import { messageOf } from '../monitor/audit-entries.ts'
import { runFsck } from './fsck-command.ts'

/** Runs `inkproof fsck`. Returns the exit code: 2 also after an unexpected error, because nothing was checked. */
export async function fsckMain(argv: readonly string[]): Promise<number> {
  try {
    return await runFsck(argv, { out: console.log, err: console.error })
  } catch (error) {
    console.error(`Could not be checked: ${messageOf(error)}`)
    return 2
  }
}
