import type { CertifyRequest } from '@inkproof/protocol/certificates'
import { t } from '@inkproof/texts/text'

/** One file to certify, as this browser stores it. */
export type Draft = {
  /** Becomes the certificate's id, which makes repeated requests idempotent. */
  id: string
  /** The account that owns the draft; null for a visitor's draft, which the next sign-in assigns to that account. */
  accountId: string | null
  addedAtMs: number
  fileName: string
  fileSize: number
  /** Created on the page from a sentence instead of chosen as a file. */
  isMade: boolean
  title: string
  note: string
  /** Stay with the draft when the visitor who added it signs in. */
  settings: Settings
  /** The user has certified this file before and chose to certify it again. */
  isRepeated?: boolean
  work: Work
}

export type Work =
  | { step: 'waiting' }
  | { step: 'reading'; doneBytes: number; bytesPerSecond: number }
  /** The page was left during reading; browsers cannot reopen a file without the user. */
  | { step: 'interrupted' }
  | { step: 'unreadable'; reason: string }
  | { step: 'ready'; fingerprint: string }
  | { step: 'refused'; fingerprint: string; reason: string }
  /** Frozen: every attempt sends the same bytes until there is a response. */
  | { step: 'sending'; fingerprint: string; frozen: Frozen }
  /** No usable response arrived, so the request may or may not have succeeded. */
  | { step: 'unsure'; fingerprint: string; frozen: Frozen; reason: string }
  | {
      step: 'certified'
      fingerprint: string
      index: number
      shareLink: string | null
      /** The result arrived while its owner was signed out. */
      isUnseen?: boolean
    }

/** The request as sent, and the workspace it was sent for. */
export type Frozen = { request: CertifyRequest; workspaceId: string }

/** Who is named on a certificate, and who can find it. */
export type Settings = {
  /** null until changed: the page shows the name of the signed-in account. */
  issuer: string | null
  showIssuer: boolean
  /** Whether people can check the file without the proof file. */
  findable: boolean
}

/** For the first files of a user; later ones get what the user chose last. */
export const DEFAULT_SETTINGS: Settings = { issuer: null, showIssuer: true, findable: true }

/** Whether the user can still change the draft. */
export function isEditable({ work }: Draft): boolean {
  return work.step !== 'sending' && work.step !== 'unsure' && work.step !== 'certified'
}

/** Whether the draft can be sent: it has a fingerprint, is not being sent and has no certificate yet. */
export function isSendable({ work }: Draft): boolean {
  return work.step === 'ready' || work.step === 'refused' || work.step === 'unsure'
}

/** The default title: `Lease 2026` for `Lease 2026.pdf`. */
export function titleFor(fileName: string): string {
  return fileName.replace(/\.[A-Za-z0-9]{1,8}$/, '') || fileName
}

/** Returns a draft's state after the page was left and opened again. */
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
