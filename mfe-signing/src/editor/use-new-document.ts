import { toast } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { useState } from 'react'
import { UnusableChoice } from './choice-problems.ts'
import { startDraft } from './draft.store.ts'
import type { Progress } from './join-files.ts'
import { type ChosenKind, readChoice } from './read-choice.ts'

export type NewDocument = {
  /** Starts to prepare a document of these files. `onError` is called with a sentence if that is not possible. */
  create(files: readonly ChosenKind[], onError: (sentence: string) => void): Promise<void>
  /** What is being done, as a text; null if nothing is. */
  progress: string | null
  /** Ends what is being done. */
  cancel(): void
}

type Work = { files: number; progress: Progress | null; cancelling: AbortController }

/** Makes one PDF of the files that a user chose. */
export function useNewDocument(): NewDocument {
  const [work, setWork] = useState<Work | null>(null)
  return {
    create: async ([first, ...others], onError) => {
      if (first === undefined) return
      const cancelling = new AbortController()
      const { signal } = cancelling
      const report = (progress: Progress | null) =>
        setWork({ files: 1 + others.length, progress, cancelling })
      report(null)
      try {
        const options = { onProgress: report, signal }
        const { file, isReduced, ...origin } = await readChoice([first, ...others], options)
        if (isReduced) showReducedToast()
        await startDraft(file, origin)
      } catch (error) {
        if (error instanceof UnusableChoice) onError(error.sentence)
        else if (!signal.aborted) throw error
      } finally {
        setWork(null)
      }
    },
    progress: work && describe(work),
    cancel: () => work?.cancelling.abort(),
  }
}

function describe({ files, progress }: Work): string {
  if (progress?.stage === 'combining') return t('Combining {count} files', { count: files })
  if (progress?.stage === 'office')
    return t('Converting “{name}”. The file is not kept.', { name: progress.name })
  if (progress === null || progress.count === 1) return t('Creating the PDF')
  const { done, count } = progress
  return t('Creating the PDF: picture {number} of {count}', {
    number: Math.min(done + 1, count),
    count,
  })
}

function showReducedToast(): void {
  toast({
    title: t('The pictures were reduced to fit 50 MB'),
    description: t('Check that all text is still readable.'),
  })
}
