import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parseRecordPolicy } from '../monitor/record-policy.ts'
import { checkAnchors } from './check-anchors.ts'
import { checkTree } from './check-tree.ts'
import { openFolder } from './folder.ts'
import { readSignedState } from './signed-state.ts'
import { FSCK_USAGE } from './usage.ts'

/** Where the command writes. */
export type FsckContext = { out: (text: string) => void; err: (text: string) => void }

const EXIT_DAMAGED = 1
const EXIT_NOT_CHECKED = 2

/**
 * Runs `inkproof fsck`: compares all files of a record's folder with each other and with its signed state, and prints
 * each damaged file.
 *
 * @returns the exit code: 0 intact, 1 damaged, 2 invalid usage
 * @throws Error when there is no valid policy, or a file cannot be read
 */
export async function runFsck(argv: readonly string[], context: FsckContext): Promise<number> {
  const args = parseFsckArguments(argv)
  if (args === 'help') {
    context.out(FSCK_USAGE)
    return 0
  }
  if (typeof args === 'string') {
    context.err(`${args}\n\n${FSCK_USAGE}`)
    return EXIT_NOT_CHECKED
  }
  const policy = await readFile(args.trust ?? join(args.folder, 'policy.json'), 'utf8')
  const record = parseRecordPolicy(policy)
  const folder = openFolder(args.folder, (path, problem) => context.out(`${path}: ${problem}`))
  const signed = await readSignedState(folder, record)
  if (signed) {
    await checkTree(folder, signed)
    await checkAnchors(folder, record, signed)
  }
  context.out(summarize(folder.counts(), signed?.size))
  return folder.counts().damaged > 0 ? EXIT_DAMAGED : 0
}

function summarize(counts: { read: number; damaged: number }, size: number | undefined): string {
  const checked = `${counts.read} files read`
  if (size === undefined) return `The signed state is damaged, so nothing else was compared.`
  if (counts.damaged === 0)
    return `All files match the signed state of ${size} entries (${checked}).`
  return `${counts.damaged} damaged or missing files; the signed state has ${size} entries (${checked}).`
}

/** Returns the arguments, `help`, or a sentence about invalid usage. */
function parseFsckArguments(
  argv: readonly string[],
): { folder: string; trust: string | undefined } | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { trust: { type: 'string' }, help: { type: 'boolean', default: false, short: 'h' } },
    })
    if (values.help) return 'help'
    const [folder, ...others] = positionals
    if (folder === undefined || others.length > 0)
      return 'fsck takes one folder, that of the record.'
    return { folder, trust: values.trust }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
