/** Reads the files that someone chose to sign: one PDF as it is, or several files, which become one. */
import { MAX_DOCUMENT_BYTES } from '@inkproof/protocol/envelopes'
import { checkFile } from './check-file.ts'
import { partProblem, tooLarge, UnusableChoice, unreadable } from './choice-problems.ts'
import type { SignedBefore } from './draft.ts'
import { type JoinOptions, joinFiles, pdfBytes, type UsableFile } from './join-files.ts'
import { checkSignedFile } from './signed-file.ts'

/** A document that can be signed. `isReduced`: pictures have less detail than before. */
export type Choice = { file: File; isReduced: boolean; signedBefore?: SignedBefore }

/** Checks the size of a file and how it begins. @throws UnusableChoice */
export async function readFile(file: File): Promise<UsableFile> {
  const checked = await checkFile(file).catch(() => null)
  if (checked === null) throw new UnusableChoice(unreadable(file.name))
  if (checked.kind === 'unusable') throw new UnusableChoice(checked.problem)
  return { kind: checked.kind, file }
}

/** @throws UnusableChoice; the reason of `signal` */
export async function readChoice(
  files: readonly [UsableFile, ...UsableFile[]],
  options: JoinOptions,
): Promise<Choice> {
  const [first, ...others] = files
  if (others.length === 0 && first.kind === 'pdf') {
    const signedBefore = await readSigned(first.file)
    return { ...(signedBefore && { signedBefore }), file: first.file, isReduced: false }
  }
  if (pdfBytes(files) > MAX_DOCUMENT_BYTES) throw new UnusableChoice(tooLarge())
  for (const { kind, file } of files) if (kind === 'pdf') await refuseSigned(file)
  return await joinFiles(files, options)
}

async function readSigned(file: File): Promise<SignedBefore | undefined> {
  const signed = await checkSignedFile(file).catch(() => ({ problem: unreadable(file.name) }))
  if (signed.problem !== null) throw new UnusableChoice(signed.problem)
  return 'signedBefore' in signed ? signed.signedBefore : undefined
}

async function refuseSigned(file: File): Promise<void> {
  if ((await readSigned(file)) !== undefined)
    throw new UnusableChoice(partProblem('already-signed', file.name))
}
