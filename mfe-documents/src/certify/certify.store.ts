import { randomBytes, toBase64Url } from '@inkproof/proof/bytes'
import { beforeReload, toast } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { DEFAULT_SETTINGS, type Draft, titleFor, type Work } from '../drafts/draft.ts'
import { deleteDrafts, saveDrafts } from '../drafts/drafts.db.ts'
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
 * Adds files to the list and fingerprints each, except files that are in the list already. Resolves when every file has
 * been fingerprinted, rejected or cancelled.
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
  const results = await Promise.all(
    added.map(({ file, draft }) => readFile(file, draft.id, fingerprint)),
  )
  showDuplicates(files.filter((_, index) => results[index] === 'duplicate'))
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

/** Updates a draft's progress in memory and in the browser's database, even after its owner has signed out. */
export function setWork(id: string, work: Work): Promise<void> {
  return updateDraft(id, (draft) => ({ ...draft, work }))
}

/** Returns the current user's drafts. */
export function ownDrafts(): Draft[] {
  const state = certifyState()
  return state.status === 'open' ? state.drafts : []
}

/** Stores the current versions of drafts, even those of a user who has signed out. */
export async function saveCurrent(ids: readonly string[]): Promise<void> {
  const state = useStoredDrafts.getState()
  if (state.status === 'open') await saveDrafts(state.drafts.filter(({ id }) => ids.includes(id)))
}

// Saves the drafts before the shell reloads the page, so that no input is lost.
beforeReload(async () => {
  await saveOwners()
  await saveDrafts(ownDrafts())
})

/** Replaces a draft with the result of `edit`; a draft that was removed meanwhile stays removed. */
export async function updateDraft(id: string, edit: (draft: Draft) => Draft): Promise<void> {
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

type ReadResult = 'read' | 'duplicate' | 'failed'

async function readFile(file: File, id: string, fingerprint: Fingerprinter): Promise<ReadResult> {
  if (file.size === 0) {
    const reason = t('“{name}” is empty, so there is nothing to certify.', { name: file.name })
    await setWork(id, { step: 'unreadable', reason })
    return 'failed'
  }
  const controller = new AbortController()
  readings.set(id, controller)
  try {
    const result = await fingerprint(file, {
      signal: controller.signal,
      onProgress: (progress) => showProgress(id, progress),
    })
    if (isInList(id, file.name, result)) {
      await removeDrafts([id])
      return 'duplicate'
    }
    await setWork(id, { step: 'ready', fingerprint: result })
    return 'read'
  } catch (error) {
    if (controller.signal.aborted) await removeDrafts([id])
    else await setWork(id, { step: 'unreadable', reason: (error as Error).message })
    return 'failed'
  } finally {
    readings.delete(id)
  }
}

/** Whether another draft has the same name and content and is not certified yet. */
function isInList(id: string, fileName: string, fingerprint: string): boolean {
  return ownDrafts().some(
    (draft) =>
      draft.id !== id &&
      draft.fileName === fileName &&
      draft.work.step !== 'certified' &&
      'fingerprint' in draft.work &&
      draft.work.fingerprint === fingerprint,
  )
}

function showDuplicates(files: readonly File[]): void {
  const [first] = files
  if (first === undefined) return
  toast({
    title:
      files.length === 1
        ? t('“{name}” is already in the list', { name: first.name })
        : t('{count} files are already in the list', { count: files.length }),
  })
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
    settings: state.status === 'open' ? state.settings : DEFAULT_SETTINGS,
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
