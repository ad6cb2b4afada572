import { saveFile } from '@inkproof/slice-parts/save-file'
import { t } from '@inkproof/texts/text'
import { useEffect, useRef, useState } from 'react'
import { type Collecting, collectExport, type Export } from './collect-export.ts'

export type ExportState =
  | { step: 'idle' }
  | ({ step: 'collecting' } & Collecting)
  | ({ step: 'saved' } & Export)
  | { step: 'failed'; reason: string }

const FALLBACK = t('Your data could not be exported. Please try again.')

/** Collects and saves the person's data, one export at a time; stops when the component unmounts. */
export function useExport() {
  const [state, setState] = useState<ExportState>({ step: 'idle' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function start() {
    const stop = new AbortController()
    running.current = stop
    setState({ step: 'collecting', done: 0, total: null })
    try {
      const show = (progress: Collecting) => setState({ step: 'collecting', ...progress })
      const made = await collectExport(show, stop.signal)
      saveFile(made.blob, made.name)
      setState({ step: 'saved', ...made })
    } catch (error) {
      if (stop.signal.aborted) return
      setState({ step: 'failed', reason: (error instanceof Error && error.message) || FALLBACK })
    }
  }

  function cancel() {
    running.current?.abort()
    setState({ step: 'idle' })
  }

  return { state, start, cancel }
}
