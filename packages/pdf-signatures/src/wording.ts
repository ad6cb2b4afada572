/**
 * Formats the answer about all signatures of a PDF: the same sentences on every screen and on the command line.
 */
import type { Texts } from '@inkproof/texts/make-texts'
import type { PdfProblem, PdfSignature, PdfSignatures } from './report.ts'
import { additionsAfter, fileVerdict, type SignatureVerdict } from './verdict.ts'

/** How an answer is colored. */
export type Tone = 'positive' | 'negative' | 'warning' | 'neutral'

/** The answer about all signatures of a file. */
export type FormattedSignatures = {
  code: SignatureVerdict | PdfProblem
  /** At most six words. */
  headline: string
  /** One or two short sentences. */
  context: string
  tone: Tone
}

/** Formats the answer about a file; null if it has no signatures. */
export function formatSignatures(
  { signatures, problem }: PdfSignatures,
  texts: Texts,
): FormattedSignatures | null {
  if (problem !== null) return formatProblem(problem, texts)
  if (signatures.length === 0) return null
  const code = fileVerdict(signatures)
  const [headline, tone, context] = fileAnswers(signatures, texts)[code]
  return { code, headline, context, tone }
}

type Headlines = Record<'signed' | 'unconfirmed', string>

/** What later signers filled in belongs to the file, but not to what the earlier ones signed. */
function headlinesIfIntact(signatures: readonly PdfSignature[], { t }: Texts): Headlines {
  if (signatures.some((signature) => additionsAfter(signature).length > 0))
    return {
      signed: t('Signed, with additions since.'),
      unconfirmed: t('Signer unconfirmed, with additions since.'),
    }
  return signatures.every(({ kind }) => kind === 'time-stamp')
    ? {
        signed: t('Time-stamped, and unchanged since.'),
        unconfirmed: t('Time-stamped by an unknown authority.'),
      }
    : {
        signed: t('Signed, and unchanged since.'),
        unconfirmed: t('Unchanged, but the signer is unconfirmed.'),
      }
}

type FileAnswer = [headline: string, tone: Tone, context: string]

function fileAnswers(
  signatures: readonly PdfSignature[],
  texts: Texts,
): Record<SignatureVerdict, FileAnswer> {
  const { t } = texts
  const headlines = headlinesIfIntact(signatures, texts)
  const isRevocationKnown = signatures.every(({ chain }) => chain.revocation !== 'unknown')
  return {
    invalid: [
      t('A signature is not valid.'),
      'negative',
      t('Do not rely on this copy. Ask the sender for the original file.'),
    ],
    changed: [
      t('Changed after it was signed.'),
      'negative',
      t('The list below shows what was changed. Ask the sender for the signed version.'),
    ],
    revoked: [
      t('A digital ID was revoked.'),
      'negative',
      t('Its issuer withdrew it. Nothing proves that the file was signed before that.'),
    ],
    'wrong-chain': [
      t('A digital ID is not genuine.'),
      'negative',
      t('It was not issued as it claims, so its name cannot be trusted.'),
    ],
    expired: [
      t('Signed outside a digital ID’s validity.'),
      'warning',
      t(
        'At the stated or proven time of signing, the digital ID had expired or did not exist yet.',
      ),
    ],
    'not-checked': [
      t('A signature could not be checked.'),
      'warning',
      t('Its format is not supported here. Check it with another PDF reader.'),
    ],
    unconfirmed: [
      headlines.unconfirmed,
      'neutral',
      t(
        'Anyone can make a digital ID in any name. Ask the signer whether they signed, through a contact you know.',
      ),
    ],
    signed: [
      headlines.signed,
      'positive',
      isRevocationKnown
        ? t('The issuers of the digital IDs confirm the names.')
        : t(
            'The issuers of the digital IDs confirm the names. Whether the digital IDs were revoked could not be checked.',
          ),
    ],
  }
}

function formatProblem(code: PdfProblem, { t }: Texts): FormattedSignatures {
  const headline = t('The signatures could not be read.')
  const context: Record<PdfProblem, string> = {
    encrypted: t('The file is encrypted. Ask the sender for a copy without password protection.'),
    unreadable: t(
      'The file is damaged, or has a format that cannot be checked here. Ask the sender for a new copy.',
    ),
    'too-large': t(
      'The file is too complex to be checked here. Open it in a PDF reader that shows signatures.',
    ),
  }
  return { code, headline, context: context[code], tone: 'warning' }
}
