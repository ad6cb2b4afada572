import { saveFile } from '@inkproof/slice-parts/save-file'
import { t } from '@inkproof/texts/text'
import { useEffect, useRef, useState } from 'react'
import { collectExport, type Export, type ExportProgress } from './collect-export.ts'

export type ExportState =
  | { step: 'idle' }
  | ({ step: 'collecting' } & ExportProgress)
  | ({ step: 'saved' } & Export)
  | { step: 'failed'; reason: string }

const FALLBACK = t('Your data could not be exported. Please try again.')

/** Collects and saves the user's data, one export at a time; stops when the component unmounts. */
export function useExport() {
  const [state, setState] = useState<ExportState>({ step: 'idle' })
  const currentExport = useRef<AbortController>(null)
  useEffect(() => () => currentExport.current?.abort(), [])

  async function start() {
    const controller = new AbortController()
    currentExport.current = controller
    setState({ step: 'collecting', done: 0, total: null })
    try {
      const show = (progress: ExportProgress) => setState({ step: 'collecting', ...progress })
      const result = await collectExport(show, controller.signal)
      saveFile(result.blob, result.name)
      setState({ step: 'saved', ...result })
    } catch (error) {
      if (controller.signal.aborted) return
      setState({ step: 'failed', reason: (error instanceof Error && error.message) || FALLBACK })
    }
  }

  function cancel() {
    currentExport.current?.abort()
    setState({ step: 'idle' })
  }

  return { state, start, cancel }
}
