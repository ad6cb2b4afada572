import { randomBytes, toBase64Url } from '@inkproof/proof/bytes'
import { beforeReload } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { type Draft, isEditable, type Settings, titleFor, type Work } from '../drafts/draft.ts'
import { deleteDrafts, saveDrafts, saveSettings } from '../drafts/drafts.db.ts'
import type { Fingerprinter } from '../fingerprint/fingerprint.ts'
import {
  certifyState,
  editStoredDrafts,
  restoreDrafts,
  saveOwners,
  useStoredDrafts,
} from './stored-drafts.ts'

const readings = new Map<string, AbortController>()

/**
 * Adds files to the list and fingerprints each. Resolves when every file has been fingerprinted, rejected or
 * cancelled.
 */
export async function addFiles(
  files: readonly File[],
  fingerprint: Fingerprinter,
  { isMade = false } = {},
): Promise<void> {
  await restoreDrafts()
  const added = files.map((file) => ({ file, draft: draftFor(file, isMade) }))
  const replaced = idsReplacedBy(files)
  editStoredDrafts((drafts) => [
    ...drafts.filter(({ id }) => !replaced.includes(id)),
    ...added.map(({ draft }) => draft),
  ])
  void deleteDrafts(replaced)
  await saveCurrent(added.map(({ draft }) => draft.id))
  await Promise.all(added.map(({ file, draft }) => readFile(file, draft.id, fingerprint)))
}

export function cancelReading(id: string): void {
  readings.get(id)?.abort()
}

/** Removes drafts from the list and from this browser. Their certificates stay in the public record. */
export async function removeDrafts(ids: readonly string[]): Promise<void> {
  for (const id of ids) cancelReading(id)
  editStoredDrafts((drafts) => drafts.filter((draft) => !ids.includes(draft.id)))
  await deleteDrafts(ids)
}

/**
 * Removes the finished drafts of an earlier visit, except results that the user sees now for the first time. The
 * certificates still have their pages and are listed on the dashboard.
 */
export async function clearFinished(): Promise<void> {
  await restoreDrafts()
  const seen: string[] = []
  const unseen: Promise<void>[] = []
  for (const { id, work } of ownDrafts()) {
    if (work.step !== 'certified') continue
    if (work.isUnseen) unseen.push(setWork(id, { ...work, isUnseen: false }))
    else seen.push(id)
  }
  await Promise.all([removeDrafts(seen), ...unseen])
}

export function editDraft(
  id: string,
  changes: Partial<Pick<Draft, 'title' | 'note'>>,
): Promise<void> {
  return update(id, (draft) => (isEditable(draft) ? { ...draft, ...changes } : draft))
}

export async function changeSettings(changes: Partial<Settings>): Promise<void> {
  const own = certifyState()
  const stored = useStoredDrafts.getState()
  if (own.status !== 'open' || stored.status !== 'open') return
  const settings = { ...own.settings, ...changes }
  const all = new Map(stored.settings).set(own.accountId, settings)
  useStoredDrafts.setState({ ...stored, settings: all }, true)
  await saveSettings(own.accountId, settings)
}

/** Updates a draft's progress in memory and in the browser's database, even after its owner has signed out. */
export function setWork(id: string, work: Work): Promise<void> {
  return update(id, (draft) => ({ ...draft, work }))
}

/** Returns the current user's drafts. */
export function ownDrafts(): Draft[] {
  const state = certifyState()
  return state.status === 'open' ? state.drafts : []
}

/** Stores the current versions of drafts, even those of a user who has signed out. */
async function saveCurrent(ids: readonly string[]): Promise<void> {
  const state = useStoredDrafts.getState()
  if (state.status === 'open') await saveDrafts(state.drafts.filter(({ id }) => ids.includes(id)))
}

// Saves the drafts before the shell reloads the page, so that no input is lost.
beforeReload(async () => {
  await saveOwners()
  await saveDrafts(ownDrafts())
})

/** Replaces a draft with the result of `edit`; a draft that was removed meanwhile stays removed. */
async function update(id: string, edit: (draft: Draft) => Draft): Promise<void> {
  editStoredDrafts((drafts) => drafts.map((draft) => (draft.id === id ? edit(draft) : draft)))
  await saveCurrent([id])
}

/** Assigns a new id to a draft, which makes it a separate certificate. Returns the new id. */
export async function assignNewId(id: string): Promise<string> {
  const newId = newCertificateId()
  editStoredDrafts((drafts) =>
    drafts.map((draft) => (draft.id === id ? { ...draft, id: newId } : draft)),
  )
  await saveCurrent([newId])
  await deleteDrafts([id])
  return newId
}

async function readFile(file: File, id: string, fingerprint: Fingerprinter): Promise<void> {
  if (file.size === 0) {
    const reason = t('“{name}” is empty, so there is nothing to certify.', { name: file.name })
    return setWork(id, { step: 'unreadable', reason })
  }
  const controller = new AbortController()
  readings.set(id, controller)
  try {
    const result = await fingerprint(file, {
      signal: controller.signal,
      onProgress: (progress) => showProgress(id, progress),
    })
    await setWork(id, { step: 'ready', fingerprint: result })
  } catch (error) {
    if (controller.signal.aborted) await removeDrafts([id])
    else await setWork(id, { step: 'unreadable', reason: (error as Error).message })
  } finally {
    readings.delete(id)
  }
}

/** Updates only memory: writing to the database ten times a second would slow down reading. */
function showProgress(id: string, progress: { doneBytes: number; bytesPerSecond: number }): void {
  editStoredDrafts((drafts) =>
    drafts.map((draft) =>
      draft.id === id ? { ...draft, work: { step: 'reading', ...progress } } : draft,
    ),
  )
}

/** 16 random bytes, so that ids cannot be guessed or collide. */
function newCertificateId(): string {
  return toBase64Url(randomBytes(16))
}

function draftFor(file: File, isMade: boolean): Draft {
  const state = certifyState()
  return {
    id: newCertificateId(),
    accountId: state.status === 'open' ? state.accountId : null,
    addedAtMs: Date.now(),
    fileName: file.name,
    fileSize: file.size,
    isMade,
    title: titleFor(file.name),
    note: '',
    work: { step: 'waiting' },
  }
}

/** Returns the ids of the user's unreadable drafts that are replaced because their files were chosen again. */
function idsReplacedBy(files: readonly File[]): string[] {
  return ownDrafts()
    .filter(
      ({ work, fileName, fileSize }) =>
        (work.step === 'interrupted' || work.step === 'unreadable') &&
        files.some((file) => file.name === fileName && file.size === fileSize),
    )
    .map(({ id }) => id)
}
