/** Verifies the rows of the page, and verifies them again when the settings, the record or the connection changes. */
import { errorMessage } from '../certificates/error-message.ts'
import { clearOutcomes, countAction, setOutcome, useVerify } from './verify.store.ts'
import { fingerprintOf, pair, type Row } from './verify-entries.ts'
import { useVerifyOptions } from './verify-options.store.ts'
import { hasAnswer, isPending, isUndecided, type RowOutcome } from './verify-row.ts'
import { verifyWithLimit } from './verify-with-limit.ts'

/** Time between two checks of a certificate that is not yet final. */
const REFRESH_MS = 3_000

/** Aborted when the page is cleared or everything is verified again: queued requests and late results are dropped. */
let run = new AbortController()
let refreshTimer: ReturnType<typeof setTimeout> | undefined

/** Verifies every row that is ready and has no result yet. */
export function verifyReadyRows(): void {
  const { files, proofs, outcomes } = useVerify.getState()
  // While a file is being read, it is not yet known which proof file belongs to it.
  const isReading = files.some(({ work }) => work.step === 'reading')
  for (const row of pair(files, proofs)) {
    const isReady = row.file === null ? !isReading : fingerprintOf(row.file) !== null
    const mayChange = isReading && row.file !== null && row.proof === null && proofs.length > 0
    if (isReady && !mayChange && outcomes[row.key] === undefined) void verifyAndStore(row)
  }
}

/** Verifies everything again after the user changed the trust settings or the node. */
export function verifyAgain(): void {
  stopVerifying()
  countAction()
  clearOutcomes()
  verifyReadyRows()
}

/** Verifies every row with an answer again. The answer stays if it cannot be checked again. */
export function refreshResults(isOutdated: (outcome: RowOutcome) => boolean = () => true): void {
  const { files, proofs, outcomes } = useVerify.getState()
  for (const row of pair(files, proofs)) {
    const outcome = outcomes[row.key]
    if (hasAnswer(outcome) && isOutdated(outcome)) void refreshResult(row)
  }
}

/** Drops queued requests and the results that are not there yet. */
export function stopVerifying(): void {
  run.abort()
  clearTimeout(refreshTimer)
  run = new AbortController()
}

async function verifyAndStore(row: Row): Promise<void> {
  const { signal } = run
  setOutcome(row.key, { step: 'checking' })
  const outcome = await runVerification(row, signal)
  if (!signal.aborted) storeOutcome(row.key, outcome)
}

/** Replaces an answer with a newer one; if it cannot be checked again, marks it as out of date. */
async function refreshResult(row: Row): Promise<void> {
  const { signal } = run
  const outcome = navigator.onLine ? await runVerification(row, signal) : null
  const previous = useVerify.getState().outcomes[row.key]
  if (signal.aborted || !hasAnswer(previous)) return
  const isKept = outcome === null || (isUndecided(outcome) && !isUndecided(previous))
  storeOutcome(row.key, isKept ? { ...previous, isOutOfDate: true } : outcome)
}

function runVerification(row: Row, signal: AbortSignal): Promise<RowOutcome> {
  return verifyWithLimit(row, useVerifyOptions.getState(), signal).catch(
    (error): RowOutcome => ({ step: 'failed', reason: errorMessage(error) }),
  )
}

function storeOutcome(key: string, outcome: RowOutcome): void {
  setOutcome(key, outcome)
  if (isPending(outcome)) scheduleRefresh()
}

/** Certificates that are not yet final are verified again until they are. */
function scheduleRefresh(): void {
  clearTimeout(refreshTimer)
  refreshTimer = setTimeout(() => refreshResults(isPending), REFRESH_MS)
}

/** Verifies again what could not be verified completely while the device was offline. */
function resume(): void {
  const { outcomes } = useVerify.getState()
  const others = Object.entries(outcomes).filter(([, { step }]) => step !== 'failed')
  useVerify.setState({ outcomes: Object.fromEntries(others) })
  refreshResults((outcome) => 'isOutOfDate' in outcome || isUndecided(outcome))
  verifyReadyRows()
}

addEventListener('online', resume)
