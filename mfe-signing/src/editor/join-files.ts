/** Makes one PDF of several files. */
import type { Removable } from '@inkproof/pdf-signing/read-content'
import { MAX_DOCUMENT_BYTES } from '@inkproof/protocol/envelopes'
import { CombineError, combineFiles } from '../combining/combine-files.ts'
import { picturesToPdf } from '../pictures/pictures-to-pdf.ts'
import { explain, tooLarge, UnusableChoice } from './choice-problems.ts'
import { titleFor } from './draft.ts'

export type UsableFile = { kind: 'pdf' | 'picture'; file: File }

/**
 * `isReduced`: pictures have less detail than before, because they would have been too large. `leftOut`: what some of the files
 * contain and the document does not; absent if there is nothing.
 */
export type JoinedFile = { file: File; isReduced: boolean; leftOut?: Removable[] }

/** `office`: a file is being converted. `pictures`: how many of several pictures are done. `combining`: all of that is done. */
export type Progress =
  | { stage: 'office'; name: string }
  | { stage: 'pictures'; done: number; count: number }
  | { stage: 'combining' }

export type JoinOptions = { onProgress: (progress: Progress) => void; signal: AbortSignal }

/**
 * A run of pictures becomes one document, each PDF is one. A single document needs no further step.
 *
 * @throws UnusableChoice; the reason of `signal`
 */
export async function joinFiles(
  files: readonly UsableFile[],
  options: JoinOptions,
): Promise<JoinedFile> {
  const { documents, isReduced } = await toDocuments(files, options).catch((error: unknown) => {
    throw explain(error, files[0]?.file.name ?? '')
  })
  const [first, ...others] = documents
  if (others.length === 0) return { file: first, isReduced }
  options.onProgress({ stage: 'combining' })
  const name = titleFor(first.name)
  const parts = documents.map((file) => ({ name: titleFor(file.name), file }))
  const { leftOut, pdf } = await combineFiles(parts, name, options.signal).catch(
    (error: unknown) => {
      const at = error instanceof CombineError ? error.part : null
      throw explain(error, documents[at ?? 0]?.name ?? name)
    },
  )
  if (pdf.size > MAX_DOCUMENT_BYTES) throw new UnusableChoice(tooLarge())
  const file = new File([pdf], `${name}.pdf`, { type: 'application/pdf' })
  return { file, isReduced, ...(leftOut.length > 0 && { leftOut }) }
}

/** The size of the PDFs together. */
export function pdfBytes(files: readonly UsableFile[]): number {
  return files.reduce((bytes, { kind, file }) => bytes + (kind === 'pdf' ? file.size : 0), 0)
}

async function toDocuments(files: readonly UsableFile[], { onProgress, signal }: JoinOptions) {
  const count = files.filter(({ kind }) => kind === 'picture').length
  const rest = MAX_DOCUMENT_BYTES - pdfBytes(files)
  const documents: File[] = []
  let done = 0
  let isReduced = false
  for (const { kind, files: run } of toRuns(files)) {
    if (kind === 'pdf') {
      documents.push(run[0])
      continue
    }
    const report = (converted: number) =>
      onProgress({ stage: 'pictures', done: done + converted, count })
    report(0)
    const maxBytes = (rest * run.length) / count
    const made = await picturesToPdf(run, { onProgress: report, maxBytes, signal })
    isReduced ||= made.isReduced
    documents.push(made.file)
    done += run.length
  }
  return { documents: documents as [File, ...File[]], isReduced }
}

type Run = { kind: UsableFile['kind']; files: [File, ...File[]] }

function toRuns(files: readonly UsableFile[]): Run[] {
  const runs: Run[] = []
  for (const { kind, file } of files) {
    const last = runs.at(-1)
    if (kind === 'picture' && last?.kind === 'picture') last.files.push(file)
    else runs.push({ kind, files: [file] })
  }
  return runs
}
