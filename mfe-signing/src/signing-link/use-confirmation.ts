import type { ErrorCode } from '@inkproof/protocol/errors'
import type { LinkedRequest, SentSigningCode } from '@inkproof/protocol/signing-links'
import { WalletCancelled } from '@inkproof/slice-parts/wallet-connection'
import { t } from '@inkproof/texts/text'
import { useState } from 'react'
import { type KeyChoice, type KeyKind, signerOf } from '../key-choice/use-key-choice.ts'
import { type Failure, failureOf } from '../signing/failure.ts'
import { sendCode } from './identity.ts'
import type { Link } from './link.ts'

type Input = {
  link: Link
  request: LinkedRequest
  keyChoice: KeyChoice
  onSent: (sent: SentSigningCode) => void
  onSubmit: (code: string | null) => Promise<void>
  onStale: () => void
}

type Step = 'sending' | 'submitting'

/** The progress of confirming who acts, and the steps that are left. */
export type Confirmation = {
  /** The step in progress; null if none is. */
  busy: Step | null
  /** Why the last step failed with the chosen key; null if it did not. */
  failure: Failure | null
  /** Why the entered code was refused; null if it was not. */
  codeError: string | null
  /** Whether a code was sent on this page. */
  isNew: boolean
  send: () => void
  submit: (code: string | null) => void
}

/** Sends a code and submits it. Calls `onStale` if the request has changed; returns any other failure. */
export function useConfirmation(input: Input): Confirmation {
  const { keyChoice, link, onSent, onStale, onSubmit, request } = input
  const { kind } = keyChoice
  const [failed, setFailed] = useState<{ kind: KeyKind; failure: Failure } | null>(null)
  const [codeError, setCodeError] = useState<string | null>(null)
  const [isNew, setIsNew] = useState(false)
  const [busy, setBusy] = useState<Step | null>(null)

  async function run(step: Step, work: () => Promise<void>): Promise<void> {
    setBusy(step)
    setFailed(null)
    setCodeError(null)
    try {
      await work()
    } catch (error) {
      if (error instanceof WalletCancelled) return
      const reason = failureOf(error)
      if (reason.code !== null && STALE.includes(reason.code)) onStale()
      else if (reason.code === 'SIGNING_CODE_WRONG')
        setCodeError(t('This code is incorrect or has expired. Use the code in the newest e-mail.'))
      else setFailed({ kind, failure: reason })
    } finally {
      setBusy(null)
    }
  }

  async function send(): Promise<void> {
    const code = await sendCode(link, request, signerOf(keyChoice))
    setIsNew(true)
    onSent(code)
  }

  return {
    busy,
    // A failure of a passkey says nothing about a wallet that is chosen afterwards.
    failure: failed?.kind === kind ? failed.failure : null,
    codeError,
    isNew,
    send: () => void run('sending', send),
    submit: (code) => void run('submitting', () => onSubmit(code)),
  }
}

/** The page then shows what the request has become. */
const STALE: readonly ErrorCode[] = [
  'ENVELOPE_ENDED',
  'ALREADY_SIGNED',
  'NOT_YOUR_TURN',
  'NOTHING_TO_SIGN',
  'HANDED_OVER',
  'SIGNING_LINK_NOT_FOUND',
  'ACCESS_CODE_NEEDED',
  'ACCESS_CODE_WRONG',
  'ACCESS_CODE_LOCKED',
]
