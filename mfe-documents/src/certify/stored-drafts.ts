/**
 * The drafts and settings of every user of this browser. Those of a signed-out user stay in memory, so that reading and
 * sending can finish. Only those of the current user are shown and used for new requests.
 */
import { type Session, useSession } from '@inkproof/slice'
import { useMemo } from 'react'
import { create } from 'zustand'
import { DEFAULT_SETTINGS, type Draft, type Settings } from '../drafts/draft.ts'
import { assignVisitorData, loadStoredData, type SignIn } from '../drafts/drafts.db.ts'
import type { SettingsByAccount } from '../drafts/stored-settings.ts'
import { accountIdOf, waitForSession } from '../session/current-account.ts'

type StoredState =
  | { status: 'restoring' }
  | { status: 'open'; drafts: Draft[]; settings: SettingsByAccount }

/** The drafts and settings of all users. Pages use {@link useCertify}. */
export const useStoredDrafts = create<StoredState>()(() => ({ status: 'restoring' }))

/** What the Certify page shows; `restoring` also while the session is being restored. */
export type CertifyState =
  | { status: 'restoring' }
  | {
      status: 'open'
      accountId: string | null
      drafts: Draft[]
      /** For the next files: what the user chose last. */
      settings: Settings
    }

/** The current user's files to certify, with their progress and settings. */
export function useCertify(): CertifyState {
  const stored = useStoredDrafts()
  const accountId = useSession(accountIdOf)
  return useMemo(() => selectOwn(stored, accountId), [stored, accountId])
}

/** Like {@link useCertify}, for use outside components. */
export function certifyState(): CertifyState {
  return selectOwn(useStoredDrafts.getState(), accountIdOf(useSession.getState()))
}

let loading: Promise<void> | undefined

/**
 * Restores the drafts of an earlier visit. Also waits until the session is restored, so that the current user is known,
 * and until the owners of the drafts are stored. Concurrent calls share one read.
 */
export async function restoreDrafts(): Promise<void> {
  await saveOwners()
  if (useStoredDrafts.getState().status === 'restoring') {
    loading ??= load().finally(() => {
      loading = undefined
    })
    await loading
  }
  await waitForSession()
  await saveOwners()
}

/** Sign-ins whose account a visitor's stored data must still be assigned to, in their order. */
const unsavedSignIns: SignIn[] = []
let saving = Promise.resolve()

/**
 * Stores which accounts own the data of visitors who have signed in. If storing fails, the next call tries again before
 * it stores a later sign-in: otherwise, the user who signs in later would own the data after a reload.
 */
export function saveOwners(): Promise<void> {
  saving = saving.then(async () => {
    for (let [signIn] = unsavedSignIns; signIn !== undefined; [signIn] = unsavedSignIns) {
      if (!(await assignVisitorData(signIn))) return
      unsavedSignIns.shift()
    }
  })
  return saving
}

export function editStoredDrafts(edit: (drafts: Draft[]) => Draft[]): void {
  const state = useStoredDrafts.getState()
  if (state.status !== 'open') return
  useStoredDrafts.setState({ ...state, drafts: edit(state.drafts) }, true)
}

async function load(): Promise<void> {
  useStoredDrafts.setState({ status: 'open', ...(await loadStoredData()) }, true)
  assignToUser(useSession.getState())
}

function selectOwn(stored: StoredState, accountId: string | null | undefined): CertifyState {
  if (stored.status === 'restoring' || accountId === undefined) return { status: 'restoring' }
  return {
    status: 'open',
    accountId,
    drafts: stored.drafts.filter((draft) => draft.accountId === accountId),
    settings: stored.settings.get(accountId) ?? DEFAULT_SETTINGS,
  }
}

/** Assigns a visitor's files, with their settings, to the account that the visitor signs in to. */
function assignToUser({ user }: Session): void {
  const state = useStoredDrafts.getState()
  if (state.status !== 'open' || user === null) return
  const drafts = state.drafts.map((draft) =>
    draft.accountId === null ? { ...draft, accountId: user.id } : draft,
  )
  const settings = new Map(state.settings)
  settings.delete(null)
  useStoredDrafts.setState({ status: 'open', drafts, settings }, true)
  unsavedSignIns.push({ accountId: user.id, atMs: Date.now() })
}

useSession.subscribe((session, previous) => {
  if (session.user?.id === previous.user?.id) return
  assignToUser(session)
  void saveOwners()
})
