import { useEffect, useRef, useState } from 'react'
import type { PdfPageSize } from '../pdf/page-geometry.ts'
import type { Draft } from './draft.ts'
import { findUndrawable, textsOf, type Undrawable } from './undrawable-texts.ts'

/**
 * Returns which texts of a draft cannot be drawn into their fields, shortly after each change, and a function that finds it for the
 * draft as it is now.
 *
 * @param email of the session; null for visitors
 */
export function useUndrawable(
  draft: Draft,
  email: string | null,
  pages: readonly PdfPageSize[],
): { undrawable: Undrawable; check: () => Promise<Undrawable> } {
  const [undrawable, setUndrawable] = useState<Undrawable>(new Map())
  const known = useRef(new Map<string, string | null>())
  const texts = textsOf(draft, email, pages)
  const check = () => findUndrawable(texts, known.current)
  const key = JSON.stringify(texts)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the texts, which each rendering lists again.
  useEffect(() => {
    let isCurrent = true
    void check().then((found) => {
      if (isCurrent) setUndrawable((before) => (before.size + found.size === 0 ? before : found))
    })
    return () => {
      isCurrent = false
    }
  }, [key])
  return { undrawable, check }
}
