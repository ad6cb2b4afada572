/** Changes that the user makes to drafts; those that were sent already cannot be changed. */
import { CLAIM_LENGTHS } from '@inkproof/protocol/certificates'
import { type Draft, isEditable, type Settings, titleFor } from '../drafts/draft.ts'
import { saveSettings } from '../drafts/drafts.db.ts'
import { ownDrafts, saveCurrent, updateDraft } from './certify.store.ts'
import { certifyState, editStoredDrafts, useStoredDrafts } from './stored-drafts.ts'

export function editDraft(
  id: string,
  changes: Partial<Pick<Draft, 'title' | 'note'>>,
): Promise<void> {
  return updateDraft(id, (draft) => (isEditable(draft) ? { ...draft, ...changes } : draft))
}

/** Allows certifying a file that the user has certified before. */
export function certifyAgain(id: string): Promise<void> {
  return updateDraft(id, (draft) => ({ ...draft, isRepeated: true }))
}

/** Sets the title and note of all files that can still be changed. `{file}` in the title is the file's own title. */
export async function changeAllTexts(texts: { title: string; note: string }): Promise<void> {
  const ids = ownDrafts()
    .filter(isEditable)
    .map(({ id }) => id)
  editStoredDrafts((drafts) =>
    drafts.map((draft) => {
      if (!ids.includes(draft.id)) return draft
      const own = titleFor(draft.fileName)
      const title = (texts.title.trim() || '{file}').replaceAll('{file}', own)
      return { ...draft, title: title.slice(0, CLAIM_LENGTHS.title), note: texts.note }
    }),
  )
  await saveCurrent(ids)
}

/** Changes the settings of one file only. */
export function changeSettingsOf(id: string, changes: Partial<Settings>): Promise<void> {
  return updateDraft(id, (draft) =>
    isEditable(draft) ? { ...draft, settings: { ...draft.settings, ...changes } } : draft,
  )
}

/** Changes the settings of all files that can still be changed, and of the next ones. */
export async function changeSettings(changes: Partial<Settings>): Promise<void> {
  const own = certifyState()
  const stored = useStoredDrafts.getState()
  if (own.status !== 'open' || stored.status !== 'open') return
  const settings = { ...own.settings, ...changes }
  const all = new Map(stored.settings).set(own.accountId, settings)
  useStoredDrafts.setState({ ...stored, settings: all }, true)
  const ids = own.drafts.filter(isEditable).map(({ id }) => id)
  editStoredDrafts((drafts) =>
    drafts.map((draft) =>
      ids.includes(draft.id) ? { ...draft, settings: { ...draft.settings, ...changes } } : draft,
    ),
  )
  await Promise.all([saveSettings(own.accountId, settings), saveCurrent(ids)])
}
