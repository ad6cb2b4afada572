import { useSession } from '@inkproof/slice'
import { useEffect, useState } from 'react'
import type { Mark, MarkKind } from './mark.ts'
import { deleteSavedMark, listSavedMarks, type SavedMark, saveMark } from './saved-marks.ts'

/** What the signed-in user has saved in this browser. `list` is null while it is read. */
export function useSavedMarks(kind: MarkKind) {
  const accountId = useSession(({ user }) => user?.id ?? null)
  const [list, setList] = useState<readonly SavedMark[] | null>(null)
  useEffect(() => {
    let isCurrent = true
    setList(null)
    const listed = accountId === null ? Promise.resolve([]) : listSavedMarks(accountId, kind)
    listed.then((saved) => {
      if (isCurrent) setList(saved)
    })
    return () => {
      isCurrent = false
    }
  }, [accountId, kind])
  const remove = (id: number) => {
    setList((before) => before?.filter((saved) => saved.id !== id) ?? null)
    void deleteSavedMark(id)
  }
  const save = (mark: Mark) => {
    if (accountId !== null) void saveMark(accountId, kind, mark)
  }
  return { list, canSave: accountId !== null, save, remove }
}
