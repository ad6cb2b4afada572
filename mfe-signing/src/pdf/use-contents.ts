import { useEffect, useState } from 'react'
import type { ContentsEntry } from './contents.ts'
import type { PdfDocument } from './pdf-document.ts'

const NONE: readonly ContentsEntry[] = []

/** Returns the contents of a document; empty before they are read, and if they cannot be read. */
export function useContents(document: PdfDocument): readonly ContentsEntry[] {
  const [contents, setContents] = useState(NONE)
  useEffect(() => {
    let isCurrent = true
    setContents(NONE)
    document
      .contents()
      .then((entries) => {
        if (isCurrent && entries.length > 0) setContents(entries)
      })
      .catch(() => {
        // The pages can be read without them; if the whole document cannot be read, they say so.
      })
    return () => {
      isCurrent = false
    }
  }, [document])
  return contents
}
