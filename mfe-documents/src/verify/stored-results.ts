/** Stores the results of the current user in this browser, and restores them when the visit continues after a reload. */
import { useSession } from '@inkproof/slice'
import { waitForSession } from '../session/current-account.ts'
import { visitId } from './browser-tab.ts'
import { loadResults, saveResults } from './results.db.ts'
import { useVerify } from './verify.store.ts'
import { type FileEntry, pair } from './verify-entries.ts'
import { restoreRows } from './verify-input.ts'

/** While a thousand files are checked, the results so far are stored at most this often. */
const SAVE_INTERVAL_MS = 1_000

/** The owner of what is on the page: null for a visitor, undefined until the stored results are restored. */
let ownerId: string | null | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let restoring: Promise<void> | undefined

/** Restores the results of an earlier visit of the same user, once per page load, and stores each change afterwards. */
export function restoreResults(): Promise<void> {
  restoring ??= waitForSession().then(async () => {
    await restoreFor(useSession.getState().user?.id ?? null)
    useVerify.subscribe(onChange)
  })
  return restoring
}

/** Stores what is on the page for this user from now on. An empty page shows the user's own results again. */
export async function setResultsOwner(accountId: string | null): Promise<void> {
  if (ownerId === undefined || ownerId === accountId) return
  if (isEmptyPage()) return restoreFor(accountId)
  ownerId = accountId
  scheduleSave(0)
}

async function restoreFor(accountId: string | null): Promise<void> {
  const stored = await loadResults()
  ownerId = accountId
  const isOwn = stored?.accountId === accountId && stored.visitId === visitId()
  if (stored !== null && isOwn && isEmptyPage()) restoreRows(stored)
}

function isEmptyPage(): boolean {
  const { files, proofs } = useVerify.getState()
  return files.length === 0 && proofs.length === 0
}

function onChange({ files, outcomes }: ReturnType<typeof useVerify.getState>): void {
  const isBusy =
    files.some(({ work }) => work.step === 'reading') ||
    Object.values(outcomes).some(({ step }) => step === 'checking')
  scheduleSave(isBusy ? SAVE_INTERVAL_MS : 0)
}

function scheduleSave(delayMs: number): void {
  if (delayMs > 0 && timer !== undefined) return
  clearTimeout(timer)
  timer = setTimeout(() => {
    timer = undefined
    void save()
  }, delayMs)
}

async function save(): Promise<void> {
  const { files, proofs, outcomes } = useVerify.getState()
  // A file that is still being read cannot be restored.
  const read = files.filter(({ work }) => work.step !== 'reading').map(withFinishedCheck)
  const isEmpty = read.length === 0 && proofs.length === 0
  if (isEmpty) return await saveResults(null)
  const rows = pair(read, proofs).flatMap(({ key }) => {
    const outcome = outcomes[key]
    return outcome ? [[key, outcome] as const] : []
  })
  const accountId = ownerId ?? null
  await saveResults({
    visitId: visitId(),
    accountId,
    files: read,
    proofs,
    outcomes: Object.fromEntries(rows),
  })
}

/** After a reload, the content of the file is gone, so a check of its signatures cannot continue. */
function withFinishedCheck(file: FileEntry): FileEntry {
  return file.signatures?.step === 'checking'
    ? { ...file, signatures: { step: 'failed', reason: 'interrupted' } }
    : file
}
