/**
 * Formats a verification as text: the same sentences on every screen, on the command line and in the saved
 * verifier.
 */
import { formatUtc } from '@inkproof/texts/format-utc'
import type { Texts } from '@inkproof/texts/make-texts'
import type { Sentence } from './sentence.ts'
import type { Step, StepId, VerdictCode, VerdictValues } from './verdict.ts'
import type { Verification } from './verify.ts'

/** A check as text; `title` and `sentence` are shown, and the sentence is empty if the check passed. */
export type FormattedStep = Omit<Step, 'sentence' | 'values'> & {
  title: string
  sentence: string
  values: Record<string, string>
}

/** A verification as text. Programs that read its JSON rely on these names. */
export type FormattedVerification = Pick<Verification, 'exitCode' | 'facts'> & {
  verdict: { code: VerdictCode; sentence: string }
  /** Shown beside the verdict; null when there is nothing to warn about. */
  notice: string | null
  steps: FormattedStep[]
}

/** Formats a verification in the language of `texts`. */
export function formatVerification(
  verification: Verification,
  texts: Texts,
): FormattedVerification {
  const { verdict, isTestInstallation, steps, exitCode, facts } = verification
  const { t } = texts
  return {
    verdict: { code: verdict.code, sentence: formatVerdict(verdict, texts) },
    notice: isTestInstallation ? t('Test installation: proves nothing to others') : null,
    steps: steps.map((step) => formatStep(step, texts)),
    exitCode,
    facts,
  }
}

/** Formats a sentence in the language of `texts`. */
export function formatSentence({ message, values }: Sentence, { translate }: Texts): string {
  return translate(message, values)
}

/** Formats one check. */
export function formatStep(
  { id, outcome, reason, sentence, values }: Step,
  texts: Texts,
): FormattedStep {
  return {
    id,
    title: stepTitle(id, texts),
    outcome,
    reason,
    sentence: sentence === null ? '' : formatSentence(sentence, texts),
    values: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : formatSentence(value, texts),
      ]),
    ),
  }
}

function stepTitle(id: StepId, { t }: Texts): string {
  const titles: Record<StepId, string> = {
    'proof-file': t('Proof file is valid'),
    fingerprint: t('The file matches the proof'),
    entry: t('The entry certifies a file'),
    inclusion: t('The entry is in the public record'),
    checkpoint: t('The log signed this state of the record'),
    trust: t('You trust this log'),
    anchor: t('This state is in a blockchain block'),
    block: t('The block is on the blockchain'),
    finality: t('Block is final'),
    issuer: t('A wallet signed the certificate'),
    domain: t('A domain vouches for that wallet'),
    revocation: t('Not revoked or replaced'),
  }
  return titles[id]
}

/** The verdict as one plain sentence. */
export function formatVerdict({ code, values }: Verification['verdict'], texts: Texts): string {
  const { t } = texts
  const { origin = '', logKey = '', chainId, firstReason } = values
  const reason = firstReason === undefined ? '' : formatSentence(firstReason, texts)
  switch (code) {
    case 'certified':
      return certifiedSentence(values, texts)
    case 'changed':
      return t('Changed: this is not the file that was certified. Not a single byte may differ.')
    case 'revoked':
      return t('Revoked: this file was certified, but its certificate has been revoked since.')
    case 'superseded':
      return t(
        'Superseded: this file was certified, but its certificate was replaced by a newer one.',
      )
    case 'untrusted':
      return chainId === undefined
        ? t(
            'Unknown record: no check failed, but the certificate is not yet on the blockchain, and it was recorded by the log {logKey}, which you have not chosen to trust.',
            { logKey },
          )
        : t(
            'Unknown record: no check failed, but the certificate was recorded by the log {logKey} on chain {chainId}, which you have not chosen to trust.',
            { logKey, chainId },
          )
    case 'not-yet-anchored':
      return t(
        'Not yet on the blockchain: the log {origin} has recorded this file, and a newer proof file will show the block.',
        { origin },
      )
    case 'cannot-be-checked':
      return t('Cannot be checked: the proof is consistent in itself. {reason}', { reason })
    case 'failed':
      return values.origin === undefined
        ? t('Failed: the proof file cannot be read. It is damaged or not a proof file. {reason}', {
            reason,
          })
        : t('Failed: {reason}', { reason })
  }
}

function certifiedSentence(values: VerdictValues, { t }: Texts): string {
  const { blockTime = '', blockNumber = '', chainId = '', origin = '', notRevokedAt } = values
  const facts = { time: formatUtc(blockTime), block: blockNumber, chain: chainId, origin }
  return notRevokedAt === undefined
    ? t(
        'Certified: exactly this file existed on {time}, when block {block} of chain {chain} was created; recorded by the log {origin}, which you trust. Whether it has been revoked since could not be checked.',
        facts,
      )
    : t(
        'Certified: exactly this file existed on {time}, when block {block} of chain {chain} was created; recorded by the log {origin}, which you trust. Not revoked as of {date}.',
        { ...facts, date: formatUtc(notRevokedAt) },
      )
}
