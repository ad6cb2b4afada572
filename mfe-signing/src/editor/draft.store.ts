/**
 * The documents that users of this browser are preparing. A visitor's drafts become those of the account that signs in.
 * Only the newest draft of the current user is shown.
 */
import { randomBytes, toBase64Url } from '@inkproof/proof/bytes'
import { SELECTED } from '@inkproof/signing/field-value'
import { beforeReload, type Session, useSession } from '@inkproof/slice'
import { useMemo } from 'react'
import { create } from 'zustand'
import { addDraft, deleteDraft, loadDrafts, loadFile, saveDraft } from './draft.db.ts'
import {
  type Draft,
  type PlacedCondition,
  type PlacedField,
  type PlacedSettings,
  titleFor,
} from './draft.ts'
import { DRAFT_DEFAULTS } from './migrate-draft.ts'

type Stored =
  | { status: 'restoring' }
  /** `files`: of the drafts that were added or opened since the page was loaded. */
  | { status: 'open'; drafts: Draft[]; files: ReadonlyMap<string, File> }

/** The drafts of all users. Pages use {@link useDraft}. */
const useStored = create<Stored>()(() => ({ status: 'restoring' }))

/** The current user's document; `draft` is null if there is none. */
export type DraftState =
  | { status: 'restoring' }
  | { status: 'open'; draft: Draft; file: File }
  | { status: 'open'; draft: null; file: null }

/** The document that the current user is preparing. */
export function useDraft(): DraftState {
  const stored = useStored()
  const accountId = useSession(accountIdOf)
  return useMemo(() => selectOwn(stored, accountId), [stored, accountId])
}

function accountIdOf({ status, user }: Session): string | null | undefined {
  return status === 'loading' ? undefined : (user?.id ?? null)
}

/** Like {@link useDraft}, for use outside components. */
export function draftState(): DraftState {
  return selectOwn(useStored.getState(), accountIdOf(useSession.getState()))
}

function selectOwn(stored: Stored, accountId: string | null | undefined): DraftState {
  if (stored.status === 'restoring' || accountId === undefined) return { status: 'restoring' }
  const draft = stored.drafts.find((one) => one.accountId === accountId)
  const file = draft && stored.files.get(draft.id)
  return draft && file
    ? { status: 'open', draft, file }
    : { status: 'open', draft: null, file: null }
}

let restoring: Promise<void> | undefined

/** Restores the drafts of an earlier visit. Concurrent calls share one read. */
export function restoreDrafts(): Promise<void> {
  restoring ??= restore()
  return restoring
}

async function restore(): Promise<void> {
  const drafts = await loadDrafts()
  const files = new Map<string, File>()
  for (const { id, fileName } of drafts) {
    const bytes = await loadFile(id)
    if (bytes) files.set(id, new File([bytes], fileName, { type: 'application/pdf' }))
  }
  useStored.setState({ status: 'open', drafts, files }, true)
  assignToUser(useSession.getState())
}

/** What is known about a file: see {@link Draft}. */
export type Origin = Pick<Draft, 'signedBefore' | 'convertedFrom' | 'leftOut'>

/** Starts to prepare a document, in place of the current one. */
export async function startDraft(file: File, origin: Origin = {}): Promise<void> {
  await restoreDrafts()
  await discardDraft()
  const stored = useStored.getState()
  if (stored.status !== 'open') return
  const { user } = useSession.getState()
  const draft: Draft = {
    ...DRAFT_DEFAULTS,
    recipients: [],
    // 16 random bytes, so that it cannot be guessed or collide.
    id: toBase64Url(randomBytes(16)),
    accountId: user?.id ?? null,
    addedAtMs: Date.now(),
    fileName: file.name,
    title: titleFor(file.name),
    signerName: [user?.firstName, user?.lastName].filter(Boolean).join(' '),
    fields: [],
    ...origin,
  }
  const files = new Map(stored.files).set(draft.id, file)
  useStored.setState({ status: 'open', drafts: [draft, ...stored.drafts], files }, true)
  await addDraft(draft, await file.arrayBuffer())
}

/** Deletes the current user's document and everything that was entered. */
export async function discardDraft(): Promise<void> {
  const { draft } = { draft: null, ...draftState() }
  const stored = useStored.getState()
  if (draft === null || stored.status !== 'open') return
  const drafts = stored.drafts.filter(({ id }) => id !== draft.id)
  const files = new Map(stored.files)
  files.delete(draft.id)
  useStored.setState({ status: 'open', drafts, files }, true)
  await deleteDraft(draft.id)
}

/** Changes the current user's document, and stores the result. */
export function editDraft(change: (draft: Draft) => Partial<Draft>): void {
  const { draft } = { draft: null, ...draftState() }
  const stored = useStored.getState()
  if (draft === null || stored.status !== 'open') return
  const changed = { ...draft, ...change(draft) }
  const drafts = stored.drafts.map((one) => (one.id === draft.id ? changed : one))
  useStored.setState({ ...stored, drafts }, true)
  void saveDraft(changed)
}

export function addFields(added: readonly Omit<PlacedField, 'id'>[]): PlacedField[] {
  const placed = added.map((field) => ({ ...field, id: toBase64Url(randomBytes(9)) }))
  editDraft(({ fields }) => ({ fields: [...fields, ...placed] }))
  return placed
}

export function editField(id: string, change: Partial<PlacedField>): void {
  editDraft(({ fields }) => ({
    fields: fields.map((field) => (field.id === id ? { ...field, ...change } : field)),
  }))
}

/** Changes a field; a radio button with all others of its group. */
export function editQuestion({ id, settings }: PlacedField, change: Partial<PlacedField>): void {
  const { group } = settings ?? {}
  editDraft(({ fields }) => ({
    fields: fields.map((field) => {
      const isSame = field.id === id || (group !== undefined && field.settings?.group === group)
      return isSame ? { ...field, ...change } : field
    }),
  }))
}

/** Selects one radio button of a group. */
export function selectButton({ id, settings }: PlacedField): void {
  editDraft(({ fields }) => ({
    fields: fields.map((field) => {
      if (field.settings?.group !== settings?.group) return field
      return { ...field, value: field.id === id ? { kind: 'checkbox', isSelected: true } : null }
    }),
  }))
}

/** Chooses which radio button of a group is selected from the start; null for none. */
export function presetButton({ settings }: PlacedField, chosen: string | null): void {
  editDraft(({ fields }) => ({
    fields: fields.map((field) => {
      if (field.settings?.group !== settings?.group) return field
      const { preset: _, ...others } = field.settings ?? {}
      return { ...field, settings: field.id === chosen ? { ...others, preset: SELECTED } : others }
    }),
  }))
}

/** Sets what a field is called, empty for nothing; for a radio button, all of its group. */
export function setLabel(field: PlacedField, label: string): void {
  editSettings(field, ({ label: _, ...others }) => (label === '' ? others : { ...others, label }))
}

/** Sets whether another person can change their field; for a radio button, all of its group. */
export function setReadOnly(field: PlacedField, isReadOnly: boolean): void {
  editSettings(field, (settings) => ({ ...settings, isReadOnly }))
}

/** Sets when another person's field is shown, undefined for always; for a radio button, all of its group. */
export function setCondition(field: PlacedField, condition: PlacedCondition | undefined): void {
  editSettings(field, ({ condition: _, ...others }) =>
    condition === undefined ? others : { ...others, condition },
  )
}

/** Changes the settings of a field; of a radio button, those of each button of its group. */
function editSettings(
  { id, settings }: PlacedField,
  change: (settings: PlacedSettings) => PlacedSettings,
): void {
  const { group } = settings ?? {}
  editDraft(({ fields }) => ({
    fields: fields.map((field) => {
      const isSame = field.id === id || (group !== undefined && field.settings?.group === group)
      return isSame ? { ...field, settings: change(field.settings ?? {}) } : field
    }),
  }))
}

export function removeField(id: string): void {
  editDraft(({ fields }) => ({ fields: fields.filter((field) => field.id !== id) }))
}

function assignToUser({ user }: Session): void {
  const stored = useStored.getState()
  if (stored.status !== 'open' || user === null) return
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ')
  const assigned = stored.drafts
    .filter(({ accountId }) => accountId === null)
    .map((draft) => ({ ...draft, accountId: user.id, signerName: draft.signerName || name }))
  const drafts = stored.drafts.map((draft) => assigned.find(({ id }) => id === draft.id) ?? draft)
  useStored.setState({ ...stored, drafts }, true)
  for (const draft of assigned) void saveDraft(draft)
}

useSession.subscribe((session, previous) => {
  if (session.user?.id !== previous.user?.id) assignToUser(session)
})

// Saves the document before the shell reloads the page, so that no input is lost.
beforeReload(async () => {
  const { draft } = { draft: null, ...draftState() }
  if (draft !== null) await saveDraft(draft)
})
