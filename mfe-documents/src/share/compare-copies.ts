import type { Verification } from '@inkproof/proof/verify'
import { downloadSharedProof } from '@inkproof/protocol/calls/shares'
import { call } from '@inkproof/slice-parts/call'
import { t } from '@inkproof/texts/text'
import type { StoredTrial } from '../drafts/browser-db.ts'
import { createChangedCopy, recreateOriginal } from '../trial/create-trial.ts'
import { checkProof } from '../verify/check-proof.ts'
import type { VerifyOptions } from '../verify/verify-options.store.ts'

export type VerifiedCopy = {
  label: string
  sentence: string
  /** Index of the changed character; null for the original. */
  changedIndex: number | null
  file: File
  fingerprint: string
  verification: Verification
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
  const check = async (fingerprint: string) =>
    (await checkProof({ fingerprint, proofText }, options)).verification
  return [
    {
      label: t('Original'),
      sentence: trial.sentence,
      changedIndex: null,
      file: original,
      fingerprint: trial.fingerprint,
      verification: await check(trial.fingerprint),
    },
    {
      label: t('Changed copy'),
      sentence: changed.sentence,
      changedIndex: changed.changedIndex,
      file: changed.file,
      fingerprint: changed.fingerprint,
      verification: await check(changed.fingerprint),
    },
  ]
}
