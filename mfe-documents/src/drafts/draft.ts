import type { CertifyRequest } from '@inkproof/protocol/certificates'
import { t } from '@inkproof/texts/text'

/** One file on its way to a certificate, as this browser keeps it. */
export type Draft = {
  /** Becomes the certificate's id: a retry under the same id has one effect. */
  id: string
  addedAtMs: number
  fileName: string
  fileSize: number
  /** Made on the page from a sentence, not chosen from a disk. */
  isMade: boolean
  title: string
  note: string
  work: Work
}

export type Work =
  | { step: 'waiting' }
  | { step: 'reading'; doneBytes: number; bytesPerSecond: number }
  /** The page was left while reading; browsers do not let it open the file again by itself. */
  | { step: 'interrupted' }
  | { step: 'unreadable'; reason: string }
  | { step: 'ready'; fingerprint: string }
  | { step: 'refused'; fingerprint: string; reason: string }
  /** Frozen: the same bytes go out at every try until an answer is known. */
  | { step: 'sending'; fingerprint: string; frozen: Frozen }
  | { step: 'unsure'; fingerprint: string; frozen: Frozen; reason: string }
  | { step: 'certified'; fingerprint: string; index: number; shareLink: string | null }

/** What was or is being sent, and for whom. */
export type Frozen = { request: CertifyRequest; workspaceId: string }

/** Said once for all files of the page. */
export type Settings = {
  /** null until changed: the page shows the name of the account that is signed in. */
  issuer: string | null
  showIssuer: boolean
  findable: boolean
}

export const DEFAULT_SETTINGS: Settings = { issuer: null, showIssuer: true, findable: false }

/** Still the person's to change. */
export function isEditable({ work }: Draft): boolean {
  return work.step !== 'sending' && work.step !== 'unsure' && work.step !== 'certified'
}

/** Has a fingerprint and no certificate yet. */
export function isSendable({ work }: Draft): boolean {
  return work.step === 'ready' || work.step === 'refused' || work.step === 'unsure'
}

/** `Lease 2026.pdf` is called `Lease 2026` unless its owner says otherwise. */
export function titleFor(fileName: string): string {
  return fileName.replace(/\.[A-Za-z0-9]{1,8}$/, '') || fileName
}

/** What a draft is after the page was left and opened again. */
export function afterReload(draft: Draft): Draft {
  const { work } = draft
  if (work.step === 'waiting' || work.step === 'reading') {
    return { ...draft, work: { step: 'interrupted' } }
  }
  if (work.step === 'sending') {
    const reason = t('You left the page before the response arrived.')
    return { ...draft, work: { ...work, step: 'unsure', reason } }
  }
  return draft
}
