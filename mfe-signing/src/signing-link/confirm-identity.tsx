import type { ErrorCode } from '@inkproof/protocol/errors'
import type { LinkedRequest, SentSigningCode } from '@inkproof/protocol/signing-links'
import { WalletCancelled } from '@inkproof/slice-parts/wallet-connection'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { Card } from '@inkproof/ui/card'
import { useState } from 'react'
import { KeyPanel } from '../key-choice/key-panel.tsx'
import { isWaiting, type KeyChoice, type KeyKind, signerOf } from '../key-choice/use-key-choice.ts'
import { type Failure, failureOf } from '../signing/failure.ts'
import { CodeForm } from './code-form.tsx'
import { sendCode } from './identity.ts'
import type { Link } from './link.ts'

type Props = {
  link: Link
  request: LinkedRequest
  /** Whether a mailed code is needed: not if this browser's key is bound already. */
  needsCode: boolean
  /** The newest code that was requested in this browser. */
  sent: SentSigningCode | null
  keyChoice: KeyChoice
  /** Whether a wallet or a passkey can be chosen here; one that was chosen before is used in any case. */
  offersKeys?: boolean
  onSent: (sent: SentSigningCode) => void
  /** Everything else that is needed was entered. */
  isReady: boolean
  submitLabel: string
  /** Title of the message if it did not work. */
  failureTitle: string
  onSubmit: (code: string | null) => Promise<void>
  /** The request has changed, so that this is no longer possible. */
  onStale: () => void
}

/** Confirms who acts by a code that only their mailbox receives: a link alone cannot sign. */
export function ConfirmIdentity(props: Props) {
  const { failureTitle, keyChoice, link, needsCode, onSent, onStale, onSubmit, request, sent } =
    props
  const { kind } = keyChoice
  // Nothing can be done before the wallet is connected.
  const isBlocked = isWaiting(keyChoice)
  const isReady = props.isReady && !isBlocked
  const [failed, setFailed] = useState<{ kind: KeyKind; failure: Failure } | null>(null)
  // A failure of a passkey says nothing about a wallet that is chosen afterwards.
  const failure = failed?.kind === kind ? failed.failure : null
  const [codeError, setCodeError] = useState<string | null>(null)
  const [isNew, setIsNew] = useState(false)
  const [busy, setBusy] = useState<'sending' | 'submitting' | null>(null)

  async function run(step: 'sending' | 'submitting', work: () => Promise<void>): Promise<void> {
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

  const send = () =>
    void run('sending', async () => {
      const code = await sendCode(link, request, signerOf(keyChoice))
      setIsNew(true)
      onSent(code)
    })
  const submit = (code: string | null) => void run('submitting', () => onSubmit(code))
  const isUsable = sent !== null && Date.parse(sent.expiresAt) > Date.now()
  const panel = (
    <KeyPanel
      choice={keyChoice}
      bound={request.basis.key}
      otherAccount={t('With another account, you need the permission of {sender}.', {
        sender: request.sender,
      })}
      noWallet={t(
        'No wallet was found in this browser. Install one and reload this page, or open the link from the e-mail in the browser of your wallet app.',
      )}
      isBusy={busy !== null}
    />
  )
  return (
    <Card className="space-y-4">
      {needsCode && (
        <h2 className="font-semibold text-ink text-lg tracking-tight">
          {t('Confirm your e-mail address')}
        </h2>
      )}
      {kind !== 'browser' && panel}
      {needsCode && !isUsable && !isBlocked && (
        <>
          <p className="text-ink-muted">{BEFORE_CODE[kind]}</p>
          <Button
            variant="primary"
            busy={busy === 'sending'}
            disabled={!isReady}
            onClick={send}
            className="max-sm:w-full"
          >
            {t('Send code')}
          </Button>
        </>
      )}
      {needsCode && isUsable && (
        <CodeForm
          key={sent.nextAt}
          sent={sent}
          isNew={isNew}
          submitLabel={props.submitLabel}
          error={codeError}
          isBusy={busy === 'submitting'}
          isSending={busy === 'sending'}
          isDisabled={!isReady}
          onSubmit={submit}
          onResend={send}
        />
      )}
      {!needsCode && (
        <>
          <p className="text-ink-muted">{CONFIRMED[kind]}</p>
          <Button
            variant="primary"
            busy={busy === 'submitting'}
            disabled={!isReady}
            onClick={() => submit(null)}
            className="max-sm:w-full"
          >
            {props.submitLabel}
          </Button>
        </>
      )}
      {needsCode && kind === 'browser' && props.offersKeys && panel}
      {failure && (
        <Alert tone="danger" title={failureTitle}>
          {failure.message}
        </Alert>
      )}
    </Card>
  )
}

const BEFORE_CODE: Record<KeyKind, string> = {
  browser: t(
    'We’ll send a 6-digit code to the address that received the link, because the link alone is not enough to act for you.',
  ),
  wallet: t(
    'Your wallet first asks whether you want to use it for this document. Then we’ll send a 6-digit code to the address that received the link, because the link alone is not enough to act for you.',
  ),
  passkey: t(
    'Your device first asks for your passkey. Then we’ll send a 6-digit code to the address that received the link, because the link alone is not enough to act for you.',
  ),
}

const CONFIRMED: Record<KeyKind, string> = {
  browser: t('You have confirmed your e-mail address in this browser.'),
  wallet: t('You have confirmed your e-mail address with this wallet.'),
  passkey: t('You have confirmed your e-mail address with this passkey.'),
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
