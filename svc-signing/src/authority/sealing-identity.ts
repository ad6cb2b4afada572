/**
 * The operator's own identity for final signatures. Its source is read for each document, so that a certificate is renewed
 * without a restart.
 */
import type { CheckedId } from '@inkproof/pdf-signing/checked-id'
import type { DigitalId } from '@inkproof/pdf-signing/digital-id'
import { UnusableCrl } from '@inkproof/pdf-signing/errors'
import { type CrlSource, crlSources, fetchCrls } from '@inkproof/pdf-signing/fetch-crls'
import { StartRefused } from '@inkproof/service-kit/dependency'
import { CRL_PROBLEMS, SEALING_GUIDE } from './sealing-problems.ts'
import { type SealingInput, type SealingSource, SealUnavailable } from './sealing-source.ts'

/** A digital ID that seals, with the CRLs of its chain. */
export type Seal = DigitalId & { crls: Uint8Array[] }

export type SealingIdentity = {
  /** Reads and checks the source. @throws StartRefused that says what to do, SealUnavailable while waiting can help */
  load(): Promise<void>
  /**
   * The identity and its CRLs, which are fetched. If the source was replaced by an unusable one, the previous identity.
   *
   * @throws SealUnavailable
   */
  seal(): Promise<Seal>
}

type Loaded = { id: CheckedId; sources: CrlSource[]; digest: string }

/** How long fetched CRLs are used again. */
const CRLS_MS = 60 * 60_000

export function openSealingIdentity(source: SealingSource, now: () => Date): SealingIdentity {
  let loaded: Loaded | undefined
  let fetched: { digest: string; at: number; crls: Uint8Array[] } | undefined

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

  async function crlsOf({ digest, sources }: Loaded): Promise<Uint8Array[]> {
    const at = now()
    if (fetched?.digest === digest && at.getTime() - fetched.at < CRLS_MS) return fetched.crls
    try {
      fetched = { digest, at: at.getTime(), crls: await fetchCrls(sources, { now: at }) }
      return fetched.crls
    } catch (error) {
      if (!(error instanceof UnusableCrl)) throw error
      throw new SealUnavailable(CRL_PROBLEMS[error.code](error), { cause: error })
    }
  }

  return {
    load: async () => void (await current()),
    seal: async () => {
      const identity = await currentOrPrevious()
      return { ...identity.id, crls: await crlsOf(identity) }
    },
  }
}

async function open(input: SealingInput): Promise<Loaded> {
  const id = await input.open()
  const sources = crlSources(id)
  const unknown = sources.find(({ hasOcsp, urls }) => hasOcsp && urls.length === 0)
  if (unknown) throw new StartRefused(onlyOcsp(unknown))
  return { id, sources, digest: input.digest }
}

function onlyOcsp({ certificate: { subject } }: CrlSource): string {
  const fix = 'use a certificate whose authority also publishes a CRL over HTTP'
  return `the revocation of ${subject} in SEALING_CERTIFICATE can only be checked by OCSP, which is not supported; ${fix}`
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
