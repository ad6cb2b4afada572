import { fromHex } from '@inkproof/proof/bytes'
import { KINDS, makeOpening } from '@inkproof/proof/leaf'
import { openingToJson } from '@inkproof/proof/opening'
import { certifyDocument, certifyMany } from '@inkproof/protocol/calls/certificates'
import {
  type Certificate,
  type CertifyRequest,
  CLAIM_LENGTHS,
  type OpeningJson,
} from '@inkproof/protocol/certificates'
import type { User } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { t } from '@inkproof/texts/text'
import { cleanLine, cleanLines } from '@inkproof/texts/unsafe-characters'
import {
  errorMessage,
  isPersonRequired,
  isSignInRequired,
  mayHaveSucceeded,
} from '../certificates/error-message.ts'
import { type Draft, type Frozen, isSendable, type Work } from '../drafts/draft.ts'
import { assignNewId, ownDrafts, setWork } from './certify.store.ts'
import { displayedIssuer } from './issuer.ts'
import { abortForOtherUser } from './other-user-signal.ts'

/** The service processes a batch of this size without a noticeable delay. */
const BATCH_SIZE = 200

export type SendResult =
  | { outcome: 'certified'; certificates: number; singleCertificate: Certificate | null }
  | { outcome: 'sign-in' }
  /** The account has to be verified first. */
  | { outcome: 'unverified' }
  | { outcome: 'stopped'; reason: string }

/**
 * Certifies drafts for a user. Each request is stored before it is sent, so that the same idempotent request can be
 * repeated after a lost response or a reload.
 */
export async function sendDrafts(ids: readonly string[], user: User): Promise<SendResult> {
  const drafts = ownDrafts().filter(
    (draft) => ids.includes(draft.id) && isSendable(draft) && !inFlight.has(draft.id),
  )
  const claimed = drafts.map(({ id }) => id)
  for (const id of claimed) inFlight.add(id)
  const { signal, stop } = abortForOtherUser(user.id)
  try {
    const ready = await Promise.all(drafts.map((draft) => freeze(draft, user)))
    return await sendAll(ready, signal)
  } finally {
    stop()
    for (const id of claimed) inFlight.delete(id)
  }
}

/** Ids of the drafts being sent, which a second click ignores. */
const inFlight = new Set<string>()

async function sendAll(ready: FrozenDraft[], signal: AbortSignal): Promise<SendResult> {
  let single: Certificate | null = null
  for (let index = 0; index < ready.length; index += BATCH_SIZE) {
    const batch = ready.slice(index, index + BATCH_SIZE)
    try {
      single = await sendBatch(batch, signal)
    } catch (error) {
      // Drafts in later batches were not sent, so they become editable again.
      await recordFailure(batch, error)
      await restorePrevious(ready.slice(index + BATCH_SIZE))
      if (isSignInRequired(error)) return { outcome: 'sign-in' }
      if (isPersonRequired(error)) return { outcome: 'unverified' }
      return { outcome: 'stopped', reason: errorMessage(error) }
    }
  }
  return {
    outcome: 'certified',
    certificates: ready.length,
    singleCertificate: ready.length === 1 ? single : null,
  }
}

/** Returns drafts sent for the user's current workspace whose response never arrived; they can safely be sent again. */
export function unconfirmedDrafts(user: User): Draft[] {
  return ownDrafts().filter(
    ({ work }) => work.step === 'unsure' && work.frozen.workspaceId === user.workspaceId,
  )
}

/** `previous` is restored if the request was not sent, or was rejected because of the session or the account. */
type FrozenDraft = { id: string; fingerprint: string; frozen: Frozen; previous: Work }

async function freeze(draft: Draft, user: User): Promise<FrozenDraft> {
  const { work } = draft
  if (!('fingerprint' in work)) throw new Error(`${draft.fileName} has no fingerprint yet`)
  const { fingerprint } = work
  const isRetry = work.step === 'unsure' && work.frozen.workspaceId === user.workspaceId
  const id = isRetry ? draft.id : await getUnusedId(draft)
  const frozen = isRetry ? work.frozen : requestFor({ ...draft, id }, user, fingerprint)
  await setWork(id, { step: 'sending', fingerprint, frozen })
  return { id, fingerprint, frozen, previous: isRetry ? work : { step: 'ready', fingerprint } }
}

/**
 * Returns the draft's id. If a request with that id was rejected, or is unconfirmed in another workspace, the id may be
 * taken, so the draft gets a new one.
 */
async function getUnusedId(draft: Draft): Promise<string> {
  return draft.work.step === 'ready' ? draft.id : assignNewId(draft.id)
}

function requestFor(draft: Draft, user: User, fingerprint: string): Frozen {
  const { showIssuer, findable } = draft.settings
  const opening = makeOpening({
    kind: KINDS.certified,
    fingerprint: fromHex(fingerprint),
    claims: claimsFor(draft, displayedIssuer(draft.settings, user)),
  })
  const request: CertifyRequest = {
    id: draft.id,
    opening: openingToJson(opening) as OpeningJson,
    fileName: fileNameOf(draft),
    fileSize: draft.fileSize,
    findable,
    showIssuer,
  }
  return { request, workspaceId: user.workspaceId }
}

/** The last characters of a long name, which contain its extension, without a part of a surrogate pair. */
function fileNameOf({ fileName }: Draft): string {
  return cleanLine(cleanLine(fileName).slice(-255)) || t('Unnamed file')
}

/** Texts are normalized before they are hashed, because the service rejects others (protocol/plain-text.ts). */
function claimsFor(draft: Draft, issuer: string): { name: string; value: string }[] {
  const title = cleanLine(draft.title) || fileNameOf(draft)
  const claims = [
    { name: 'title', value: truncate(title, CLAIM_LENGTHS.title) },
    { name: 'note', value: truncate(cleanLines(draft.note), CLAIM_LENGTHS.note) },
    { name: 'issuer', value: truncate(cleanLine(issuer), CLAIM_LENGTHS.issuer) },
  ]
  return claims.filter(({ value }) => value !== '')
}

/** Shortens a text; half of a surrogate pair at its end is removed like other unsafe characters. */
function truncate(text: string, maxLength: number): string {
  return text.length > maxLength ? cleanLines(text.slice(0, maxLength)) : text
}

async function sendBatch(batch: FrozenDraft[], signal: AbortSignal): Promise<Certificate | null> {
  const [first] = batch
  if (batch.length === 1 && first !== undefined) return sendOne(first, signal)
  const certificates = batch.map(({ frozen }) => frozen.request)
  const response = await call(certifyMany, { body: { certificates } }, { signal })
  const indexes = new Map(response.certificates.map(({ id, index }) => [id, index]))
  await Promise.all(
    batch.map(({ id, fingerprint }) => {
      const index = indexes.get(id)
      if (index === undefined)
        throw new Error(t('The response did not include every certificate. Try again.'))
      return finish(id, { fingerprint, index, shareLink: null })
    }),
  )
  return null
}

async function sendOne(
  { id, fingerprint, frozen }: FrozenDraft,
  signal: AbortSignal,
): Promise<Certificate> {
  const certificate = await call(certifyDocument, { body: frozen.request }, { signal })
  const { index, shareLink } = certificate
  await finish(id, { fingerprint, index, shareLink })
  return certificate
}

type Certified = Extract<Work, { step: 'certified' }>

function finish(id: string, result: Omit<Certified, 'step' | 'isUnseen'>): Promise<void> {
  const isUnseen = !ownDrafts().some((draft) => draft.id === id)
  return setWork(id, { step: 'certified', ...result, isUnseen })
}

async function recordFailure(batch: FrozenDraft[], error: unknown): Promise<void> {
  const reason = errorMessage(error)
  if (mayHaveSucceeded(error)) {
    await Promise.all(
      batch.map(({ id, fingerprint, frozen }) =>
        setWork(id, { step: 'unsure', fingerprint, frozen, reason }),
      ),
    )
  } else if (isSignInRequired(error) || isPersonRequired(error)) {
    await restorePrevious(batch)
  } else {
    await Promise.all(
      batch.map(({ id, fingerprint }) => setWork(id, { step: 'refused', fingerprint, reason })),
    )
  }
}

async function restorePrevious(batch: FrozenDraft[]): Promise<void> {
  await Promise.all(batch.map(({ id, previous }) => setWork(id, previous)))
}
