import type { LinkedRequest, SentSigningCode } from '@inkproof/protocol/signing-links'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { Card } from '@inkproof/ui/card'
import { KeyPanel } from '../key-choice/key-panel.tsx'
import { isWaiting, type KeyChoice, type KeyKind } from '../key-choice/use-key-choice.ts'
import { CodeForm } from './code-form.tsx'
import type { Link } from './link.ts'
import { type Confirmation, useConfirmation } from './use-confirmation.ts'

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
  const { keyChoice, needsCode, request } = props
  const confirmation = useConfirmation(props)
  const { failure } = confirmation
  const isOther = keyChoice.kind !== 'browser'
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
      isBusy={confirmation.busy !== null}
    />
  )
  return (
    <Card className="space-y-4">
      {needsCode && (
        <h2 className="font-semibold text-ink text-lg tracking-tight">
          {t('Confirm your e-mail address')}
        </h2>
      )}
      {isOther && panel}
      {needsCode ? (
        <WithCode {...props} confirmation={confirmation} />
      ) : (
        <WithoutCode {...props} confirmation={confirmation} />
      )}
      {failure && (
        <Alert tone="danger" title={props.failureTitle}>
          {failure.message}
        </Alert>
      )}
      {!isOther && needsCode && props.offersKeys && panel}
    </Card>
  )
}

type StepProps = Props & { confirmation: Confirmation }

/** Sends the code, and then asks for it. Nothing can be done before the wallet is connected. */
function WithCode(props: StepProps) {
  const { confirmation, keyChoice, sent } = props
  const { busy, codeError, isNew, send, submit } = confirmation
  const isBlocked = isWaiting(keyChoice)
  const isDisabled = !props.isReady || isBlocked
  if (sent !== null && Date.parse(sent.expiresAt) > Date.now())
    return (
      <CodeForm
        key={sent.nextAt}
        sent={sent}
        isNew={isNew}
        submitLabel={props.submitLabel}
        error={codeError}
        isBusy={busy === 'submitting'}
        isSending={busy === 'sending'}
        isDisabled={isDisabled}
        onSubmit={submit}
        onResend={send}
      />
    )
  if (isBlocked) return null
  return (
    <>
      <p className="text-ink-muted">{BEFORE_CODE[keyChoice.kind]}</p>
      <Button
        variant="primary"
        busy={busy === 'sending'}
        disabled={isDisabled}
        onClick={send}
        className="max-sm:w-full"
      >
        {t('Send code')}
      </Button>
    </>
  )
}

/** The person has confirmed their address with this key before. */
function WithoutCode({ confirmation, isReady, keyChoice, submitLabel }: StepProps) {
  return (
    <>
      <p className="text-ink-muted">{CONFIRMED[keyChoice.kind]}</p>
      <Button
        variant="primary"
        busy={confirmation.busy === 'submitting'}
        disabled={!isReady || isWaiting(keyChoice)}
        onClick={() => confirmation.submit(null)}
        className="max-sm:w-full"
      >
        {submitLabel}
      </Button>
    </>
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
