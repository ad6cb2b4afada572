/** Reads the files that someone chose to sign: one PDF as it is, or several files, which become one. */
import { MAX_DOCUMENT_BYTES } from '@inkproof/protocol/envelopes'
import { type CheckedFile, checkFile } from './check-file.ts'
import { partProblem, tooLarge, UnusableChoice, unreadable } from './choice-problems.ts'
import type { SignedBefore } from './draft.ts'
import { type JoinOptions, joinFiles, pdfBytes, type UsableFile } from './join-files.ts'
import { checkSignedFile } from './signed-file.ts'

/** A document that can be signed. `isReduced`: pictures have less detail than before. */
export type Choice = { file: File; isReduced: boolean; signedBefore?: SignedBefore }

/** @throws UnusableChoice; the reason of `signal` */
export async function readChoice(
  files: readonly [File, ...File[]],
  options: JoinOptions,
): Promise<Choice> {
  const checked: UsableFile[] = []
  for (const file of files) checked.push({ kind: await usableKind(file), file })
  const [first] = files
  if (files.length === 1 && checked[0]?.kind === 'pdf') {
    const signed = await readSigned(first)
    return { ...(signed && { signedBefore: signed }), file: first, isReduced: false }
  }
  if (pdfBytes(checked) > MAX_DOCUMENT_BYTES) throw new UnusableChoice(tooLarge())
  for (const { kind, file } of checked) if (kind === 'pdf') await refuseSigned(file)
  return await joinFiles(checked, options)
}

async function usableKind(file: File): Promise<UsableFile['kind']> {
  const checked: CheckedFile | null = await checkFile(file).catch(() => null)
  if (checked === null) throw new UnusableChoice(unreadable(file.name))
  if (checked.kind === 'unusable') throw new UnusableChoice(checked.problem)
  return checked.kind
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
