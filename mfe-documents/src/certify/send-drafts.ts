import { fromHex } from '@inkproof/proof/bytes'
import { KINDS, makeOpening } from '@inkproof/proof/leaf'
import { openingToJson } from '@inkproof/proof/opening'
import { certifyDocument, certifyMany } from '@inkproof/protocol/calls/certificates'
import type { Certificate, CertifyRequest, OpeningJson } from '@inkproof/protocol/certificates'
import type { User } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { t } from '@inkproof/texts/text'
import { isSignInWanted, mayHaveSucceeded, sentenceOf } from '../certificates/sentence-of.ts'
import { type Draft, type Frozen, isSendable, type Work } from '../drafts/draft.ts'
import { allDrafts, renameDraft, setWork, useCertify } from './certify.store.ts'

/** As many as the service processes without a noticeable wait. */
const AT_ONCE = 200

const CLAIM_MAX = 4096

export type Sent =
  | { outcome: 'certified'; certificates: number; only: Certificate | null }
  | { outcome: 'sign-in' }
  | { outcome: 'stopped'; reason: string }

/**
 * Certifies these drafts for this person, with the issuer's name that was on the page at the click: an account
 * signed in to afterwards may have another one, which the person has not seen. The requests are frozen and stored
 * before they are sent, so a second click, a reload or a lost response repeats the same request, which has its
 * effect once.
 */
export async function sendDrafts(
  ids: readonly string[],
  user: User,
  issuer: string,
): Promise<Sent> {
  const drafts = allDrafts().filter(
    (draft) => ids.includes(draft.id) && isSendable(draft) && !underWay.has(draft.id),
  )
  const claimed = drafts.map(({ id }) => id)
  for (const id of claimed) underWay.add(id)
  try {
    return await sendAll(await Promise.all(drafts.map((draft) => freeze(draft, user, issuer))))
  } finally {
    for (const id of claimed) underWay.delete(id)
  }
}

/** Drafts of a request in progress, which a simultaneous second click ignores. */
const underWay = new Set<string>()

async function sendAll(ready: Ready[]): Promise<Sent> {
  let only: Certificate | null = null
  for (let index = 0; index < ready.length; index += AT_ONCE) {
    const some = ready.slice(index, index + AT_ONCE)
    try {
      only = await sendSome(some)
    } catch (error) {
      // Drafts that were not sent yet become editable again; the others keep their frozen request.
      await afterFailure(some, error)
      await thaw(ready.slice(index + AT_ONCE))
      if (isSignInWanted(error)) return { outcome: 'sign-in' }
      return { outcome: 'stopped', reason: sentenceOf(error) }
    }
  }
  return {
    outcome: 'certified',
    certificates: ready.length,
    only: ready.length === 1 ? only : null,
  }
}

/** Drafts of this workspace whose response never arrived; they can safely be sent again. */
export function unsureDrafts(user: User): Draft[] {
  return allDrafts().filter(
    ({ work }) => work.step === 'unsure' && work.frozen.workspaceId === user.workspaceId,
  )
}

/** `before` is the draft's state to restore if it turns out that it was not sent. */
type Ready = { id: string; fingerprint: string; frozen: Frozen; before: Work }

async function freeze(draft: Draft, user: User, issuer: string): Promise<Ready> {
  const { work } = draft
  if (!('fingerprint' in work)) throw new Error(`${draft.fileName} has no fingerprint yet`)
  const { fingerprint } = work
  const isSame = work.step === 'unsure' && work.frozen.workspaceId === user.workspaceId
  const id = isSame ? draft.id : await freshId(draft)
  const frozen = isSame ? work.frozen : requestFor({ ...draft, id }, user, { fingerprint, issuer })
  await setWork(id, { step: 'sending', fingerprint, frozen })
  return { id, fingerprint, frozen, before: isSame ? work : { step: 'ready', fingerprint } }
}

/** After a refusal, or for another account, the old id may be taken: the draft gets a new one. */
async function freshId(draft: Draft): Promise<string> {
  return draft.work.step === 'ready' ? draft.id : renameDraft(draft.id)
}

type Said = { fingerprint: string; issuer: string }

function requestFor(draft: Draft, user: User, { fingerprint, issuer }: Said): Frozen {
  const state = useCertify.getState()
  if (state.status !== 'open') throw new Error('drafts are not loaded yet')
  const { showIssuer, findable } = state.settings
  const opening = makeOpening({
    kind: KINDS.certified,
    fingerprint: fromHex(fingerprint),
    claims: claimsFor(draft, issuer),
  })
  const request: CertifyRequest = {
    id: draft.id,
    opening: openingToJson(opening) as OpeningJson,
    fileName: draft.fileName.slice(-255),
    fileSize: draft.fileSize,
    findable,
    showIssuer,
  }
  return { request, workspaceId: user.workspaceId }
}

function claimsFor(draft: Draft, issuer: string): { name: string; value: string }[] {
  const title = draft.title.trim() || draft.fileName
  const claims = [
    { name: 'title', value: title },
    { name: 'note', value: draft.note.trim() },
    { name: 'issuer', value: issuer },
  ]
  return claims
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => ({ name, value: value.slice(0, CLAIM_MAX) }))
}

async function sendSome(some: Ready[]): Promise<Certificate | null> {
  const [first] = some
  if (some.length === 1 && first !== undefined) return sendOne(first)
  const certificates = some.map(({ frozen }) => frozen.request)
  const answer = await call(certifyMany, { body: { certificates } })
  const indexes = new Map(answer.certificates.map(({ id, index }) => [id, index]))
  await Promise.all(
    some.map(({ id, fingerprint }) => {
      const index = indexes.get(id)
      if (index === undefined)
        throw new Error(t('The response did not include every certificate. Try again.'))
      return setWork(id, { step: 'certified', fingerprint, index, shareLink: null })
    }),
  )
  return null
}

async function sendOne({ id, fingerprint, frozen }: Ready): Promise<Certificate> {
  const certificate = await call(certifyDocument, { body: frozen.request })
  const { index, shareLink } = certificate
  await setWork(id, { step: 'certified', fingerprint, index, shareLink })
  return certificate
}

async function afterFailure(some: Ready[], error: unknown): Promise<void> {
  const reason = sentenceOf(error)
  if (mayHaveSucceeded(error)) {
    await Promise.all(
      some.map(({ id, fingerprint, frozen }) =>
        setWork(id, { step: 'unsure', fingerprint, frozen, reason }),
      ),
    )
  } else if (isSignInWanted(error)) {
    await thaw(some)
  } else {
    await Promise.all(
      some.map(({ id, fingerprint }) => setWork(id, { step: 'refused', fingerprint, reason })),
    )
  }
}

async function thaw(some: Ready[]): Promise<void> {
  await Promise.all(some.map(({ id, before }) => setWork(id, before)))
}
