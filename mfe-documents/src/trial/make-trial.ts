import { t } from '@inkproof/texts/text'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { MadeDocument } from '../drafts/browser-db.ts'
import { rememberMade } from '../drafts/drafts.db.ts'
import { changeOneLetter } from './change-letter.ts'
import { drawSentence } from './sentence-picture.ts'
import { makeTrialPdf, needsPicture, type TrialDocument } from './trial-pdf.ts'

const PDF = { type: 'application/pdf' }

/** Makes the PDF of a sentence and stores the sentence, so that one letter can be changed later. */
export async function makeTrial(typed: string): Promise<File> {
  const document = { sentence: typed.trim().replace(/\s+/g, ' '), madeAtMs: Date.now() }
  const bytes = makeTrialPdf(await withPicture(document))
  const fileName = fileNameFor(document.sentence)
  await rememberMade({ ...document, fingerprint: bytesToHex(sha256(bytes)), fileName })
  return new File([bytes], fileName, PDF)
}

export type ChangedCopy = {
  sentence: string
  at: number
  from: string
  to: string
  file: File
  fingerprint: string
}

/** Makes the same document with one letter changed. */
export async function makeChangedCopy(made: MadeDocument): Promise<ChangedCopy> {
  const changed = changeOneLetter(made.sentence)
  const document = { sentence: changed.sentence, madeAtMs: made.madeAtMs }
  const bytes = makeTrialPdf(await withPicture(document))
  const fileName = made.fileName.replace(/\.pdf$/, ' (one letter changed).pdf')
  return {
    ...changed,
    file: new File([bytes], fileName, PDF),
    fingerprint: bytesToHex(sha256(bytes)),
  }
}

/** Makes the original again, byte for byte. */
export async function makeAgain(made: MadeDocument): Promise<File> {
  const { sentence, madeAtMs } = made
  const bytes = makeTrialPdf(await withPicture({ sentence, madeAtMs }))
  return new File([bytes], made.fileName, PDF)
}

async function withPicture(document: TrialDocument): Promise<TrialDocument> {
  if (!needsPicture(document.sentence)) return document
  return { ...document, picture: await drawSentence(document.sentence) }
}

/** The first words, without characters that file systems forbid. */
function fileNameFor(sentence: string): string {
  const words = sentence.normalize('NFC').replace(/[^\p{L}\p{N} -]/gu, '')
  const start = words.split(/\s+/).filter(Boolean).slice(0, 6).join(' ').slice(0, 48).trim()
  return `${start || t('Trial document')}.pdf`
}
