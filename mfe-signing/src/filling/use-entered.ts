import type { SentSigningCode } from '@inkproof/protocol/signing-links'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { FieldValue } from '../editor/draft.ts'
import { type Entered, readEnteredFor, writeEnteredFor } from './entered-db.ts'

export type EnteredState = {
  /** Null while it is read. */
  entered: Entered | null
  setValue: (field: string, value: FieldValue | null) => void
  setCode: (code: SentSigningCode | null) => void
}

/** What the person has entered for a link; each change is stored at once. */
export function useEntered(link: string): EnteredState {
  const [entered, setEntered] = useState<Entered | null>(null)
  const latest = useRef<Entered | null>(null)
  useEffect(() => {
    let isCurrent = true
    void readEnteredFor(link).then((stored) => {
      if (!isCurrent) return
      latest.current = stored
      setEntered(stored)
    })
    return () => {
      isCurrent = false
    }
  }, [link])
  const change = useCallback((changes: (before: Entered) => Partial<Entered>) => {
    if (latest.current === null) return
    latest.current = { ...latest.current, ...changes(latest.current) }
    setEntered(latest.current)
    void writeEnteredFor(latest.current)
  }, [])
  const setValue = useCallback<EnteredState['setValue']>(
    (field, value) =>
      change(({ values: { [field]: _, ...others } }) => ({
        values: value === null ? others : { ...others, [field]: value },
      })),
    [change],
  )
  const setCode = useCallback<EnteredState['setCode']>((code) => change(() => ({ code })), [change])
  return { entered, setValue, setCode }
}
