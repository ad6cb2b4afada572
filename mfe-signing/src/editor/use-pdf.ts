import { useEffect, useState } from 'react'
import { openPdf } from '../pdf/open-pdf.ts'
import type { PdfDocument } from '../pdf/pdf-document.ts'
import { PdfError, type PdfFailure } from '../pdf/pdf-error.ts'

export type OpenState =
  | { status: 'opening' }
  | { status: 'open'; pdf: PdfDocument }
  /** `offline`: the reader could not be loaded. */
  | { status: 'failed'; reason: PdfFailure | 'offline' }

/** Opens a file while the component is mounted. */
export function usePdf(file: File): OpenState {
  const [state, setState] = useState<OpenState>({ status: 'opening' })
  useEffect(() => {
    let isCurrent = true
    let opened: PdfDocument | undefined
    setState({ status: 'opening' })
    const open = async () => {
      const pdf = await openPdf(new Uint8Array(await file.arrayBuffer()))
      if (isCurrent) {
        opened = pdf
        setState({ status: 'open', pdf })
      } else pdf.close()
    }
    open().catch((error: unknown) => {
      const reason = error instanceof PdfError ? error.reason : 'offline'
      if (isCurrent) setState({ status: 'failed', reason })
    })
    return () => {
      isCurrent = false
      opened?.close()
    }
  }, [file])
  return state
}
