import type { Verification } from '@inkproof/proof/verify'
import { downloadSharedProof } from '@inkproof/protocol/calls/shares'
import { call } from '@inkproof/slice-parts/call'
import { t } from '@inkproof/texts/text'
import type { MadeDocument } from '../drafts/browser-db.ts'
import { makeAgain, makeChangedCopy } from '../trial/make-trial.ts'
import { checkProof } from '../verify/check-proof.ts'
import type { VerifyOptions } from '../verify/verify-options.store.ts'

export type VerifiedCopy = {
  label: string
  sentence: string
  /** Index of the changed character; null for the original. */
  changedAt: number | null
  file: File
  fingerprint: string
  verification: Verification
}

/** Verifies the original and a copy with one letter changed against the same proof file. */
export async function compareCopies(
  made: MadeDocument,
  shareLink: string,
  options: VerifyOptions,
): Promise<[VerifiedCopy, VerifiedCopy]> {
  const [proofText, original, changed] = await Promise.all([
    call(downloadSharedProof, { params: { shareLink } }),
    makeAgain(made),
    makeChangedCopy(made),
  ])
  const check = async (fingerprint: string) =>
    (await checkProof({ fingerprint, proofText }, options)).verification
  return [
    {
      label: t('Original'),
      sentence: made.sentence,
      changedAt: null,
      file: original,
      fingerprint: made.fingerprint,
      verification: await check(made.fingerprint),
    },
    {
      label: t('Changed copy'),
      sentence: changed.sentence,
      changedAt: changed.at,
      file: changed.file,
      fingerprint: changed.fingerprint,
      verification: await check(changed.fingerprint),
    },
  ]
}
