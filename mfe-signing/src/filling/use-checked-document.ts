import type { SigningBasis } from '@inkproof/protocol/envelopes'
import { useEffect, useRef, useState } from 'react'
import { prepareToOpenPdf } from '../pdf/open-pdf.ts'
import type { PdfDocument } from '../pdf/pdf-document.ts'
import { PreparedDiffers } from '../signing/check-prepared.ts'
import { readEarlier } from '../signing/earlier-values.ts'
import { type Failure, failureOf } from '../signing/failure.ts'
import type { FinalValue } from '../signing/final-values.ts'
import { openPrepared } from '../signing/open-prepared.ts'
import {
  type CheckedRequest,
  checkPages,
  checkRequest,
  type FillableRequest,
} from './check-request.ts'

/** A request that was checked, and its document, opened from exactly the checked bytes. */
export type CheckedDocument = CheckedRequest & {
  pdf: PdfDocument
  /** What was checked, and what the statement is about. */
  basis: SigningBasis
  /** What others entered before. */
  earlier: FinalValue[]
}

export type DocumentState =
  | { status: 'loading' }
  | { status: 'failed'; failure: Failure; isRefused: boolean }
  | { status: 'ready'; checked: CheckedDocument }

type Download = (signal: AbortSignal) => Promise<Blob>

/** Loads and checks the document once, and again on `retry`. Closes it with the page. */
export function useCheckedDocument(
  request: FillableRequest,
  download: Download,
): [DocumentState, retry: () => void] {
  const [state, setState] = useState<DocumentState>({ status: 'loading' })
  const [attempt, setAttempt] = useState(0)
  // Later responses of the service must not replace what is being read.
  const input = useRef({ request, download })

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads once.
  useEffect(() => {
    const controller = new AbortController()
    let opened: PdfDocument | null = null
    setState({ status: 'loading' })
    const first = input.current
    loadChecked(first.request, first.download, controller.signal).then(
      (checked) => {
        opened = checked.pdf
        if (controller.signal.aborted) opened.close()
        else setState({ status: 'ready', checked })
      },
      (error: unknown) => {
        if (controller.signal.aborted) return
        const isRefused = error instanceof PreparedDiffers
        setState({ status: 'failed', failure: failureOf(error), isRefused })
      },
    )
    return () => {
      controller.abort()
      opened?.close()
    }
  }, [attempt])

  return [state, () => setAttempt((number) => number + 1)]
}

async function loadChecked(
  request: FillableRequest,
  download: Download,
  signal: AbortSignal,
): Promise<CheckedDocument> {
  const checked = checkRequest(request)
  prepareToOpenPdf()
  const blob = await download(signal)
  const pdf = await openPrepared(blob, checked.envelope)
  try {
    const { basis } = request
    checkPages(checked, pdf)
    return {
      ...checked,
      basis,
      pdf,
      earlier: readEarlier(checked, pdf.pages, basis.earlier, request.participants),
    }
  } catch (error) {
    pdf.close()
    throw error
  }
}
