import { randomBytes, toBase64Url } from '@inkproof/proof/bytes'
import { beforeReload } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { create } from 'zustand'
import { type Draft, isEditable, type Settings, titleFor, type Work } from '../drafts/draft.ts'
import {
  deleteDrafts,
  loadDrafts,
  loadSettings,
  saveDrafts,
  saveSettings,
} from '../drafts/drafts.db.ts'
import type { Fingerprinter } from '../fingerprint/fingerprint.ts'

type CertifyState =
  | { status: 'restoring' }
  | { status: 'open'; drafts: Draft[]; settings: Settings }

/** The files to certify and their progress. */
export const useCertify = create<CertifyState>()(() => ({ status: 'restoring' }))

const readings = new Map<string, AbortController>()

let restoring: Promise<void> | undefined

/** Restores the drafts of an earlier visit. Concurrent calls share one read. */
export function restoreDrafts(): Promise<void> {
  if (useCertify.getState().status === 'open') return Promise.resolve()
  restoring ??= loadStored().finally(() => {
    restoring = undefined
  })
  return restoring
}

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
  setDrafts((drafts) => [...dropReplaced(drafts, files), ...added.map(({ draft }) => draft)])
  await saveDrafts(added.map(({ draft }) => draft))
  await Promise.all(added.map(({ file, draft }) => readFile(file, draft.id, fingerprint)))
}

export function cancelReading(id: string): void {
  readings.get(id)?.abort()
}

/** Removes drafts from the list and from this browser. Certificates remain on the record. */
export async function removeDrafts(ids: readonly string[]): Promise<void> {
  for (const id of ids) cancelReading(id)
  setDrafts((drafts) => drafts.filter((draft) => !ids.includes(draft.id)))
  await deleteDrafts(ids)
}

/** Removes the finished drafts of an earlier visit: their certificates have their own pages, and the dashboard. */
export async function clearFinished(): Promise<void> {
  await restoreDrafts()
  const finished = allDrafts().filter(({ work }) => work.step === 'certified')
  await removeDrafts(finished.map(({ id }) => id))
}

export function editDraft(
  id: string,
  changes: Partial<Pick<Draft, 'title' | 'note'>>,
): Promise<void> {
  return update(id, (draft) => (isEditable(draft) ? { ...draft, ...changes } : draft))
}

export async function changeSettings(changes: Partial<Settings>): Promise<void> {
  const state = useCertify.getState()
  if (state.status !== 'open') return
  const settings = { ...state.settings, ...changes }
  useCertify.setState({ ...state, settings }, true)
  await saveSettings(settings)
}

/** Updates the work on a draft, here and in the browser's database. */
export function setWork(id: string, work: Work): Promise<void> {
  return update(id, (draft) => ({ ...draft, work }))
}

export function allDrafts(): Draft[] {
  const state = useCertify.getState()
  return state.status === 'open' ? state.drafts : []
}

// Waits for pending writes before the shell reloads the page, so that no input is lost.
beforeReload(() => saveDrafts(allDrafts()))

/** Replaces a draft with the result of `edit`; a draft that was removed meanwhile stays removed. */
async function update(id: string, edit: (draft: Draft) => Draft): Promise<void> {
  setDrafts((drafts) => drafts.map((draft) => (draft.id === id ? edit(draft) : draft)))
  await saveDrafts(allDrafts().filter((draft) => draft.id === id))
}

/** Gives a draft a new id, so that it becomes a separate certificate. Returns the new id. */
export async function assignNewId(id: string): Promise<string> {
  const newId = newCertificateId()
  setDrafts((drafts) => drafts.map((draft) => (draft.id === id ? { ...draft, id: newId } : draft)))
  await saveDrafts(allDrafts().filter((draft) => draft.id === newId))
  await deleteDrafts([id])
  return newId
}

async function loadStored(): Promise<void> {
  const [drafts, settings] = await Promise.all([loadDrafts(), loadSettings()])
  useCertify.setState({ status: 'open', drafts, settings }, true)
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

/** Not saved: writing to the database ten times a second would slow down reading. */
function showProgress(id: string, progress: { doneBytes: number; bytesPerSecond: number }): void {
  setDrafts((drafts) =>
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
  return {
    id: newCertificateId(),
    addedAtMs: Date.now(),
    fileName: file.name,
    fileSize: file.size,
    isMade,
    title: titleFor(file.name),
    note: '',
    work: { step: 'waiting' },
  }
}

/** A file chosen again replaces the one that could not be read. */
function dropReplaced(drafts: Draft[], files: readonly File[]): Draft[] {
  const isReplaced = ({ work, fileName, fileSize }: Draft) =>
    (work.step === 'interrupted' || work.step === 'unreadable') &&
    files.some((file) => file.name === fileName && file.size === fileSize)
  const replaced = drafts.filter(isReplaced).map(({ id }) => id)
  void deleteDrafts(replaced)
  return drafts.filter((draft) => !replaced.includes(draft.id))
}

function setDrafts(edit: (drafts: Draft[]) => Draft[]): void {
  const state = useCertify.getState()
  if (state.status === 'open') useCertify.setState({ ...state, drafts: edit(state.drafts) }, true)
}
