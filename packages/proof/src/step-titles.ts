import type { Texts } from '@inkproof/texts/make-texts'
import type { StepId } from './verdict.ts'

/** Returns the title of a check. */
export function stepTitle(id: StepId, { t }: Texts): string {
  const titles: Record<StepId, string> = {
    'proof-file': t('Proof file is readable'),
    fingerprint: t('The file matches the proof'),
    entry: t('The entry certifies a file'),
    inclusion: t('The entry is in the public record'),
    checkpoint: t('The record’s key signed this state'),
    trust: t('You trust this record'),
    anchor: t('The given block header contains this state'),
    block: t('The block is on the blockchain'),
    finality: t('Block is final'),
    witnesses: t('Witnesses confirm this state'),
    issuer: t('A wallet signed the certificate'),
    domain: t('The domain lists this issuer'),
    revocation: t('Not revoked or replaced'),
  }
  return titles[id]
}
