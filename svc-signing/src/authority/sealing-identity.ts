/**
 * The operator's own identity for final signatures. Its source is read for each document, so that a certificate is renewed
 * without a restart.
 */
import type { CheckedId } from '@inkproof/pdf-signing/checked-id'
import type { DigitalId } from '@inkproof/pdf-signing/digital-id'
import {
  fetchRevocation,
  mergeRevocation,
  type RevocationData,
} from '@inkproof/pdf-signing/fetch-revocation'
import { type RevocationSource, revocationSources } from '@inkproof/pdf-signing/revocation-sources'
import { StartRefused } from '@inkproof/service-kit/dependency'
import { revocationProblem, SEALING_GUIDE } from './sealing-problems.ts'
import { type SealingInput, type SealingSource, SealUnavailable } from './sealing-source.ts'

/** A digital ID that seals. */
export type Seal = DigitalId & {
  /**
   * Returns what shows that its chain was not revoked. Called after the last time-stamp, because an OCSP response shows this for
   * the time when it was made.
   *
   * @throws SealUnavailable
   */
  revocation(): Promise<RevocationData>
}

export type SealingIdentity = {
  /** Reads and checks the source. @throws StartRefused that says what to do, SealUnavailable while waiting can help */
  load(): Promise<void>
  /**
   * The identity, once its CRLs or OCSP responses could be fetched. If the source was replaced by an unusable one, the previous
   * identity.
   *
   * @throws SealUnavailable
   */
  seal(): Promise<Seal>
}

type Loaded = { id: CheckedId; sources: RevocationSource[]; digest: string }

/** What was fetched about one certificate of the chain. */
type Part = { source: RevocationSource; data: RevocationData }

/** How long CRLs are reused, and a responder that answered is assumed to work. */
const REUSED_MS = 60 * 60_000

export function openSealingIdentity(source: SealingSource, now: () => Date): SealingIdentity {
  let loaded: Loaded | undefined
  let fetched: { digest: string; at: number; parts: Part[] } | undefined

  async function current(): Promise<Loaded> {
    const input = await source.read()
    if (loaded?.digest !== input.digest) loaded = await open(input)
    requireValid(loaded.id, now())
    return loaded
  }

  async function currentOrPrevious(): Promise<Loaded> {
    const previous = loaded
    try {
      return await current()
    } catch (error) {
      if (!(error instanceof StartRefused)) throw error
      if (previous && isValid(previous.id, now())) return previous
      throw new SealUnavailable(error.message, { cause: error })
    }
  }

  async function fetchPart(source: RevocationSource): Promise<Part> {
    try {
      return { source, data: await fetchRevocation([source], { now: now() }) }
    } catch (error) {
      const problem = revocationProblem(error)
      throw problem === null ? error : new SealUnavailable(problem, { cause: error })
    }
  }

  async function recentParts({ digest, sources }: Loaded): Promise<Part[]> {
    const at = now().getTime()
    if (fetched?.digest === digest && at - fetched.at < REUSED_MS) return fetched.parts
    fetched = { digest, at, parts: await Promise.all(sources.map(fetchPart)) }
    return fetched.parts
  }

  return {
    load: async () => void (await current()),
    seal: async () => {
      const identity = await currentOrPrevious()
      const recent = await recentParts(identity)
      const revocation = async () => {
        const parts = recent.map((part) => (hasResponse(part) ? fetchPart(part.source) : part))
        return mergeRevocation((await Promise.all(parts)).map(({ data }) => data))
      }
      return { ...identity.id, revocation }
    },
  }
}

async function open(input: SealingInput): Promise<Loaded> {
  const id = await input.open()
  return { id, sources: revocationSources(id), digest: input.digest }
}

function hasResponse({ data }: Part): boolean {
  return data.ocspResponses.length > 0
}

function isValid({ notAfter, notBefore }: CheckedId, at: Date): boolean {
  return notBefore.getTime() <= at.getTime() && at.getTime() < notAfter.getTime()
}

/** @throws StartRefused */
function requireValid(id: CheckedId, at: Date): void {
  if (isValid(id, at)) return
  const { notAfter, notBefore } = id
  const [is, fix] =
    at.getTime() < notBefore.getTime()
      ? [`is not valid before ${notBefore.toISOString()}`, 'check the clock']
      : [`expired at ${notAfter.toISOString()}`, SEALING_GUIDE]
  throw new StartRefused(`a certificate in SEALING_CERTIFICATE ${is}; ${fix}`)
}
