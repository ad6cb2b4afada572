/**
 * The drafts and settings of everyone who has used this browser. Those of a person who signed out stay here, so that
 * reading and sending can finish; only those of the current person are shown and sent.
 */
import { type Session, useSession } from '@inkproof/slice'
import { useMemo } from 'react'
import { create } from 'zustand'
import { DEFAULT_SETTINGS, type Draft, type Settings } from '../drafts/draft.ts'
import {
  assignVisitorDrafts,
  assignVisitorSettings,
  loadDrafts,
  loadSettings,
  type SettingsByAccount,
} from '../drafts/drafts.db.ts'
import { accountIdOf, waitForSession } from '../session/current-account.ts'

type StoredState =
  | { status: 'restoring' }
  | { status: 'open'; drafts: Draft[]; settings: SettingsByAccount }

/** Everyone's drafts and settings. Pages use {@link useCertify}. */
export const useStoredDrafts = create<StoredState>()(() => ({ status: 'restoring' }))

/** What the Certify page shows; `restoring` also while it is not known who is signed in. */
export type CertifyState =
  | { status: 'restoring' }
  | { status: 'open'; accountId: string | null; drafts: Draft[]; settings: Settings }

/** The current person's files to certify, their progress, and their settings. */
export function useCertify(): CertifyState {
  const stored = useStoredDrafts()
  const accountId = useSession(accountIdOf)
  return useMemo(() => selectOwn(stored, accountId), [stored, accountId])
}

/** Returns what {@link useCertify} returns. */
export function certifyState(): CertifyState {
  return selectOwn(useStoredDrafts.getState(), accountIdOf(useSession.getState()))
}

let loading: Promise<void> | undefined

/**
 * Restores the drafts of an earlier visit. Resolves once it is known who is signed in, so that the drafts are those
 * of one person. Concurrent calls share one read.
 */
export async function restoreDrafts(): Promise<void> {
  if (useStoredDrafts.getState().status === 'restoring') {
    loading ??= load().finally(() => {
      loading = undefined
    })
    await loading
  }
  await waitForSession()
}

export function editStoredDrafts(edit: (drafts: Draft[]) => Draft[]): void {
  const state = useStoredDrafts.getState()
  if (state.status !== 'open') return
  useStoredDrafts.setState({ ...state, drafts: edit(state.drafts) }, true)
}

async function load(): Promise<void> {
  const [drafts, settings] = await Promise.all([loadDrafts(), loadSettings()])
  useStoredDrafts.setState({ status: 'open', drafts, settings }, true)
  takeOverVisitorDrafts(useSession.getState())
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

/** A visitor prepares files and then signs in: from then on, the files and settings are the account's. */
function takeOverVisitorDrafts({ user }: Session): void {
  const state = useStoredDrafts.getState()
  if (state.status !== 'open' || user === null) return
  const drafts = state.drafts.map((draft) =>
    draft.accountId === null ? { ...draft, accountId: user.id } : draft,
  )
  const settings = takeOverSettings(state.settings, user.id)
  useStoredDrafts.setState({ status: 'open', drafts, settings }, true)
  void assignVisitorDrafts(user.id)
}

function takeOverSettings(settings: SettingsByAccount, accountId: string): SettingsByAccount {
  const visitor = settings.get(null)
  if (visitor === undefined) return settings
  const issuer = visitor.issuer ?? settings.get(accountId)?.issuer ?? null
  const own = { ...visitor, issuer }
  const remaining = new Map(settings).set(accountId, own)
  remaining.delete(null)
  void assignVisitorSettings(accountId, own)
  return remaining
}

useSession.subscribe((session, previous) => {
  if (session.user !== null && session.user.id !== previous.user?.id) takeOverVisitorDrafts(session)
})
