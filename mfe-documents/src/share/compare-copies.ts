import { downloadSharedProof } from '@inkproof/protocol/calls/shares'
import { call } from '@inkproof/slice-parts/call'
import { t } from '@inkproof/texts/text'
import type { StoredTrial } from '../drafts/browser-db.ts'
import { createChangedCopy, recreateOriginal } from '../trial/create-trial.ts'
import { type CheckedProof, checkProof } from '../verify/check-proof.ts'
import type { VerifyOptions } from '../verify/verify-options.store.ts'

export type VerifiedCopy = {
  label: string
  sentence: string
  /** Index of the changed character; null for the original. */
  changedIndex: number | null
  file: File
  fingerprint: string
  checked: CheckedProof
}

/** Verifies the original and a copy with one letter changed against the same proof file. */
export async function compareCopies(
  trial: StoredTrial,
  shareLink: string,
  options: VerifyOptions,
): Promise<[VerifiedCopy, VerifiedCopy]> {
  const [proofText, original, changed] = await Promise.all([
    call(downloadSharedProof, { params: { shareLink } }),
    recreateOriginal(trial),
    createChangedCopy(trial),
  ])
  const check = (fingerprint: string) => checkProof({ fingerprint, proofText }, options)
  return [
    {
      label: t('Original'),
      sentence: trial.sentence,
      changedIndex: null,
      file: original,
      fingerprint: trial.fingerprint,
      checked: await check(trial.fingerprint),
    },
    {
      label: t('Changed copy'),
      sentence: changed.sentence,
      changedIndex: changed.changedIndex,
      file: changed.file,
      fingerprint: changed.fingerprint,
      checked: await check(changed.fingerprint),
    },
  ]
}
