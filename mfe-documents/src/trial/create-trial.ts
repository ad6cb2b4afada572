import { useSession } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { StoredTrial } from '../drafts/browser-db.ts'
import { saveTrial } from '../drafts/drafts.db.ts'
import { changeOneLetter } from './change-letter.ts'
import { drawSentence } from './sentence-picture.ts'
import { makeTrialPdf, needsPicture, type TrialDocument } from './trial-pdf.ts'

const PDF = { type: 'application/pdf' }

/**
 * Creates a PDF of a sentence and stores the sentence, so that one letter can be changed later. `madeAtMs` is the time
 * in the PDF: the same sentence and time give the same bytes.
 */
export async function createTrial(typed: string, madeAtMs: number): Promise<File> {
  const document = documentOf(typed, madeAtMs)
  const bytes = makeTrialPdf(await withPicture(document))
  const fileName = fileNameFor(document.sentence)
  const accountId = useSession.getState().user?.id ?? null
  await saveTrial({ ...document, fingerprint: fingerprintOf(bytes), fileName, accountId })
  return new File([bytes], fileName, PDF)
}

/** Returns the fingerprint that {@link createTrial} would give the PDF, without storing anything. */
export async function fingerprintTrial(typed: string, madeAtMs: number): Promise<string> {
  return fingerprintOf(makeTrialPdf(await withPicture(documentOf(typed, madeAtMs))))
}

export type ChangedCopy = {
  sentence: string
  changedIndex: number
  from: string
  to: string
  file: File
  fingerprint: string
}

/** Creates the same document with one letter changed. */
export async function createChangedCopy(trial: StoredTrial): Promise<ChangedCopy> {
  const changed = changeOneLetter(trial.sentence)
  const document = { sentence: changed.sentence, madeAtMs: trial.madeAtMs }
  const bytes = makeTrialPdf(await withPicture(document))
  const fileName = trial.fileName.replace(/\.pdf$/, ' (one letter changed).pdf')
  return {
    ...changed,
    file: new File([bytes], fileName, PDF),
    fingerprint: fingerprintOf(bytes),
  }
}

/** Recreates the original, byte for byte. */
export async function recreateOriginal(trial: StoredTrial): Promise<File> {
  const { sentence, madeAtMs } = trial
  const bytes = makeTrialPdf(await withPicture({ sentence, madeAtMs }))
  return new File([bytes], trial.fileName, PDF)
}

function documentOf(typed: string, madeAtMs: number): TrialDocument {
  return { sentence: typed.trim().replace(/\s+/g, ' '), madeAtMs }
}

function fingerprintOf(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes))
}

async function withPicture(document: TrialDocument): Promise<TrialDocument> {
  if (!needsPicture(document.sentence)) return document
  return { ...document, picture: await drawSentence(document.sentence) }
}

/** Returns the first words, without characters that file systems forbid. */
function fileNameFor(sentence: string): string {
  const words = sentence.normalize('NFC').replace(/[^\p{L}\p{N} -]/gu, '')
  const start = words.split(/\s+/).filter(Boolean).slice(0, 6).join(' ').slice(0, 48).trim()
  return `${start || t('Trial document')}.pdf`
}
