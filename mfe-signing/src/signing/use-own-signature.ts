import type { Envelope, SigningBasis } from '@inkproof/protocol/envelopes'
import { openAuth } from '@inkproof/slice'
import { WalletCancelled } from '@inkproof/slice-parts/wallet-connection'
import { useState } from 'react'
import { kindOf, signerOf, useKeyChoice } from '../key-choice/use-key-choice.ts'
import type { Expected } from './check-prepared.ts'
import { type Failure, failureOf } from './failure.ts'
import { makeOwnValues, type Review } from './load-review.ts'
import { RENDERER } from './renderer.ts'
import { signReviewed } from './sign-envelope.ts'

type Input = {
  envelope: Envelope
  basis: SigningBasis
  expected: Expected
  review: Review
  /** Numbers of the pages that were shown. */
  viewed: ReadonlySet<number>
}

/** The consent of the sender to what they reviewed, the key with which they sign, and the signature. */
export function useOwnSignature({ basis, envelope, expected, review, viewed }: Input) {
  const [isAgreed, setIsAgreed] = useState(false)
  const [isReady, setIsReady] = useState(false)
  const [isSigning, setIsSigning] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [values, setValues] = useState(review.values)
  const { recipient } = review
  const named = expected.entered.recipients.find(({ email }) => email === null)
  const choice = useKeyChoice(kindOf(basis.key ?? named ?? null))
  const act: 'approve' | 'sign' = recipient.role === 'approver' ? 'approve' : 'sign'

  /** The signature's field says when it was signed, so it is drawn again, and shown, right before that. */
  function changeAgreement(agreed: boolean): void {
    setIsAgreed(agreed)
    setIsReady(false)
    if (!agreed) return
    makeOwnValues(review, expected.entered, review.pdf.pages, new Date()).then(
      (final) => {
        setValues(final)
        setIsReady(true)
      },
      (error) => {
        setIsAgreed(false)
        setFailure(failureOf(error))
      },
    )
  }

  async function sign(): Promise<void> {
    setIsSigning(true)
    setFailure(null)
    try {
      if (!(await openAuth())) return
      await signReviewed({
        ...{ envelope: envelope.id, recipient: recipient.id, name: recipient.name },
        accountId: expected.entered.accountId,
        ...{ act, basis, values, viewed, renderer: RENDERER },
        signer: signerOf(choice, named?.passkey),
      })
    } catch (error) {
      if (!(error instanceof WalletCancelled)) setFailure(failureOf(error))
    } finally {
      setIsSigning(false)
    }
  }

  return {
    ...{ act, choice, named, values },
    ...{ isAgreed, isReady, isSigning, failure },
    ...{ changeAgreement, sign },
  }
}
