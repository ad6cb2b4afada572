import { useEffect, useState } from 'react'
import { type FontName, HANDWRITING } from './font-files.ts'
import type { Mark } from './mark.ts'
import { MissingCharacters } from './text-errors.ts'
import { makeTypedMark } from './typed-mark.ts'

export type TypedMark = { font: FontName; mark: Mark }

export type TypedMarks =
  | { status: 'loading' }
  | { status: 'empty' }
  | { status: 'ready'; marks: readonly TypedMark[] }
  /** No font has all characters. */
  | { status: 'missing'; characters: readonly string[] }
  /** The fonts could not be fetched. */
  | { status: 'failed'; retry: () => void }

/** Writes a text in all fonts that have its characters. While it is being written, the earlier text stays visible. */
export function useTypedMarks(text: string): TypedMarks {
  const [typed, setTyped] = useState<TypedMarks>({ status: 'loading' })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt writes the same text again
  useEffect(() => {
    let isCurrent = true
    const show = (next: TypedMarks) => {
      if (isCurrent) setTyped(next)
    }
    const retry = () => {
      setTyped({ status: 'loading' })
      setAttempt((count) => count + 1)
    }
    writeAll(text).then(show, () => show({ status: 'failed', retry }))
    return () => {
      isCurrent = false
    }
  }, [text, attempt])
  return typed
}

async function writeAll(text: string): Promise<TypedMarks> {
  const results = await Promise.allSettled(
    HANDWRITING.map(async (font) => ({ font, mark: await makeTypedMark(text, font) })),
  )
  const marks: TypedMark[] = []
  const missing: MissingCharacters[] = []
  for (const result of results) {
    if (result.status === 'fulfilled') {
      const { font, mark } = result.value
      if (mark !== null) marks.push({ font, mark })
    } else if (result.reason instanceof MissingCharacters) missing.push(result.reason)
    else throw result.reason
  }
  if (marks.length > 0) return { status: 'ready', marks }
  const [fewest] = missing.sort((a, b) => a.characters.length - b.characters.length)
  return fewest ? { status: 'missing', characters: fewest.characters } : { status: 'empty' }
}
