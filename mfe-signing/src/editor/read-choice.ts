/** Reads the files that someone chose to sign: one PDF as it is, or several files, which become one. */
import { MAX_DOCUMENT_BYTES } from '@inkproof/protocol/envelopes'
import { MAX_OFFICE_BYTES } from '@inkproof/protocol/office-files'
import { useSession } from '@inkproof/slice'
import { convertToPdf } from '../office-files/convert-office-file.ts'
import {
  notOffered,
  OfficeProblem,
  signInFirst,
  tooLargeToConvert,
} from '../office-files/office-problem.ts'
import { checkFile } from './check-file.ts'
import { partProblem, tooLarge, UnusableChoice, unreadable } from './choice-problems.ts'
import type { SignedBefore } from './draft.ts'
import {
  type JoinedFile,
  type JoinOptions,
  joinFiles,
  pdfBytes,
  type UsableFile,
} from './join-files.ts'
import { checkSignedFile } from './signed-file.ts'

/** A file of a document, which may have to be converted first. */
export type ChosenKind = UsableFile | { kind: 'office'; file: File }

/** A document that can be signed. `convertedFrom`: names of office files. */
export type Choice = JoinedFile & {
  signedBefore?: SignedBefore
  convertedFrom?: string[]
}

/**
 * Checks the size of a file and how it begins.
 *
 * @param findOfficeSupport whether the installation converts office files; undefined if that cannot be found out
 * @throws UnusableChoice
 */
export async function readFile(
  file: File,
  findOfficeSupport: () => Promise<boolean | undefined>,
): Promise<ChosenKind> {
  const checked = await checkFile(file).catch(() => null)
  if (checked === null) throw new UnusableChoice(unreadable(file.name))
  if (checked.kind === 'unusable') throw new UnusableChoice(checked.problem)
  if (checked.kind === 'office') requireConvertible(file, await findOfficeSupport())
  return { kind: checked.kind, file }
}

function requireConvertible({ name, size }: File, isOfficeOffered: boolean | undefined): void {
  if (isOfficeOffered === false) throw new UnusableChoice(notOffered(name))
  if (size > MAX_OFFICE_BYTES) throw new UnusableChoice(tooLargeToConvert(name))
  if (useSession.getState().user === null) throw new UnusableChoice(signInFirst(name))
}

/** @throws UnusableChoice; the reason of `signal` */
export async function readChoice(
  chosen: readonly [ChosenKind, ...ChosenKind[]],
  options: JoinOptions,
): Promise<Choice> {
  const { files, convertedFrom } = await convertOfficeFiles(chosen, options)
  const converted = convertedFrom.length > 0 ? { convertedFrom } : {}
  const [first, ...others] = files
  if (others.length === 0 && first.kind === 'pdf') {
    const signedBefore = await readSigned(first.file)
    return {
      ...(signedBefore && { signedBefore }),
      ...converted,
      file: first.file,
      isReduced: false,
    }
  }
  if (pdfBytes(files) > MAX_DOCUMENT_BYTES) throw new UnusableChoice(tooLarge())
  for (const { kind, file } of files) if (kind === 'pdf') await refuseSigned(file)
  return { ...(await joinFiles(files, options)), ...converted }
}

/** Replaces office files by the PDFs that are made of them, one after the other. */
async function convertOfficeFiles(
  chosen: readonly ChosenKind[],
  { onProgress, signal }: JoinOptions,
): Promise<{ files: [UsableFile, ...UsableFile[]]; convertedFrom: string[] }> {
  const files: UsableFile[] = []
  const convertedFrom: string[] = []
  for (const one of chosen) {
    if (one.kind !== 'office') {
      files.push(one)
      continue
    }
    const { name } = one.file
    onProgress({ stage: 'office', name })
    const file = await convertToPdf(one.file, signal).catch((error: unknown) => {
      if (!(error instanceof OfficeProblem)) throw error
      throw new UnusableChoice(error.sentence, { cause: error })
    })
    files.push({ kind: 'pdf', file })
    convertedFrom.push(name)
  }
  return { files: files as [UsableFile, ...UsableFile[]], convertedFrom }
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
