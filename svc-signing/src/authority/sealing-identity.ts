/**
 * The operator's own identity for final signatures: a PKCS#12 container, mounted as a file. It is read again when the file
 * changes, so that a certificate is renewed without a restart.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { DigitalId } from '@inkproof/pdf-signing/digital-id'
import { UnusableCrl, UnusablePkcs12 } from '@inkproof/pdf-signing/errors'
import { type CrlSource, crlSources, fetchCrls } from '@inkproof/pdf-signing/fetch-crls'
import { type ContainedId, readPkcs12 } from '@inkproof/pdf-signing/pkcs12'
import { StartRefused } from '@inkproof/service-kit/dependency'
import { CRL_PROBLEMS, FILE_PROBLEMS, SEALING_GUIDE } from './sealing-problems.ts'

/** Paths of files, or the passphrase itself. */
export type SealingSettings = {
  certificateFile: string
  passphrase: { text: string } | { file: string }
}

/** A digital ID that seals, with the CRLs of its chain. */
export type Seal = DigitalId & { crls: Uint8Array[] }

/** No final signature can be made now: a message for the operator. */
export class SealUnavailable extends Error {
  override readonly name = 'SealUnavailable'
}

export type SealingIdentity = {
  /** Reads and checks the files. @throws StartRefused that says what to do */
  load(): Promise<void>
  /**
   * The identity and its CRLs, which are fetched. If the files have been replaced by unusable ones, the previous identity.
   *
   * @throws SealUnavailable
   */
  seal(): Promise<Seal>
}

type Loaded = { id: ContainedId; sources: CrlSource[]; digest: string }

/** How long fetched CRLs are used again. */
const CRLS_MS = 60 * 60_000

export function openSealingIdentity(settings: SealingSettings, now: () => Date): SealingIdentity {
  let loaded: Loaded | undefined
  let fetched: { digest: string; at: number; crls: Uint8Array[] } | undefined

  async function current(): Promise<Loaded> {
    const files = await readFiles(settings)
    if (loaded?.digest !== files.digest) loaded = { ...(await parse(files)), digest: files.digest }
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

type Files = { bytes: Uint8Array; passphrase: string; digest: string }

async function readFiles({ certificateFile, passphrase }: SealingSettings): Promise<Files> {
  const bytes = await readSetting('SEALING_CERTIFICATE', certificateFile)
  const text =
    'text' in passphrase
      ? passphrase.text
      : // An editor ends the file with a line break.
        (await readSetting('SEALING_PASSPHRASE_FILE', passphrase.file))
          .toString()
          .replace(/\r?\n$/, '')
  const digest = createHash('sha256').update(bytes).update('\0').update(text).digest('hex')
  return { bytes, passphrase: text, digest }
}

async function readSetting(setting: string, path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const fix = 'check the path, and that the user of svc-signing may read the file'
    throw new StartRefused(`the file of ${setting} cannot be read (${code}); ${fix}`, {
      cause: error,
    })
  }
}

async function parse({ bytes, passphrase }: Files): Promise<Pick<Loaded, 'id' | 'sources'>> {
  try {
    const id = await readPkcs12(bytes, passphrase)
    const sources = crlSources(id)
    const unknown = sources.find(({ hasOcsp, urls }) => hasOcsp && urls.length === 0)
    if (unknown) throw new StartRefused(onlyOcsp(unknown))
    return { id, sources }
  } catch (error) {
    if (!(error instanceof UnusablePkcs12)) throw error
    throw new StartRefused(FILE_PROBLEMS[error.code](error), { cause: error })
  }
}

function onlyOcsp({ certificate: { subject } }: CrlSource): string {
  const fix = 'use a certificate whose authority also publishes a CRL over HTTP'
  return `the revocation of ${subject} in SEALING_CERTIFICATE can only be checked by OCSP, which is not supported; ${fix}`
}

function isValid({ notAfter, notBefore }: ContainedId, at: Date): boolean {
  return notBefore.getTime() <= at.getTime() && at.getTime() < notAfter.getTime()
}

/** @throws StartRefused */
function requireValid(id: ContainedId, at: Date): void {
  if (isValid(id, at)) return
  const { notAfter, notBefore } = id
  const [is, fix] =
    at.getTime() < notBefore.getTime()
      ? [`is not valid before ${notBefore.toISOString()}`, 'check the clock']
      : [`expired at ${notAfter.toISOString()}`, SEALING_GUIDE]
  throw new StartRefused(`a certificate in SEALING_CERTIFICATE ${is}; ${fix}`)
}
