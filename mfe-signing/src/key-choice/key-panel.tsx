import type { SigningBasis } from '@inkproof/protocol/envelopes'
import { canUsePasskeys } from '@inkproof/slice-parts/passkey-support'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Disclosure } from '@inkproof/ui/disclosure'
import { useEffect, useRef } from 'react'
import { PasskeyPanel } from '../passkey/passkey-panel.tsx'
import { WalletPanel } from '../wallet/wallet-panel.tsx'
import type { KeyChoice, KeyKind } from './use-key-choice.ts'

type Props = {
  choice: KeyChoice
  /** The key that is bound; null if none is. */
  bound: SigningBasis['key']
  /** What happens if another account of a wallet than the bound one signs. */
  otherAccount: string
  /** What to do if there is no wallet. */
  noWallet: string
  isBusy: boolean
  /** Whether the person is signed in. */
  isSignedIn?: boolean
}

/** Offers to sign with a passkey or a wallet, in a disclosure; then shows which one signs, with a way back. */
export function KeyPanel(props: Props) {
  const { bound, choice, isBusy, isSignedIn = false, noWallet, otherAccount } = props
  const { before, choose, connection, kind } = choice
  const section = useFocusAfter<HTMLElement>(before !== null && kind !== 'browser')
  if (kind === 'browser') return <OtherWays choice={choice} isBusy={isBusy} />
  const [label, back] = LABELS[kind]
  return (
    <section
      key={kind}
      ref={section}
      tabIndex={-1}
      aria-label={label}
      className="space-y-3 rounded-lg"
    >
      {kind === 'passkey' && (
        <PasskeyPanel isBound={bound?.passkey !== undefined} isSignedIn={isSignedIn} />
      )}
      {kind === 'wallet' && (
        <WalletPanel
          choice={choice}
          bound={bound?.wallet ?? null}
          otherAccount={otherAccount}
          noWallet={noWallet}
        />
      )}
      <div className="-ml-3 flex flex-wrap max-sm:ml-0">
        {kind === 'wallet' && 'address' in choice.state && (
          <Button variant="ghost" size="sm" disabled={isBusy} onClick={() => connection.reset()}>
            {t('Use another wallet')}
          </Button>
        )}
        <Button
          variant="ghost"
          size="sm"
          disabled={isBusy}
          onClick={() => {
            connection.reset()
            choose('browser')
          }}
        >
          {back}
        </Button>
      </div>
    </section>
  )
}

const LABELS = {
  passkey: [t('Sign with a passkey'), t('Sign without a passkey')],
  wallet: [t('Sign with a wallet'), t('Sign without a wallet')],
} as const

/** A person who has come back from one of the other ways finds them open. */
function OtherWays({ choice, isBusy }: Pick<Props, 'choice' | 'isBusy'>) {
  const kinds = (['passkey', 'wallet'] as const).filter(
    (kind) => kind === 'wallet' || canUsePasskeys(),
  )
  return (
    <Disclosure
      summary={<span className="font-medium text-sm">{t('Other ways to sign')}</span>}
      defaultOpen={choice.before !== null}
    >
      <div className="flex flex-wrap gap-2 max-sm:flex-col">
        {kinds.map((kind) => (
          <KeyButton key={kind} kind={kind} choice={choice} isBusy={isBusy} />
        ))}
      </div>
    </Disclosure>
  )
}

type ButtonProps = Pick<Props, 'choice' | 'isBusy'> & { kind: Exclude<KeyKind, 'browser'> }

function KeyButton({ choice: { before, choose }, isBusy, kind }: ButtonProps) {
  const button = useFocusAfter<HTMLButtonElement>(before === kind)
  return (
    <Button
      ref={button}
      size="sm"
      className="max-sm:w-full"
      disabled={isBusy}
      onClick={() => choose(kind)}
    >
      {LABELS[kind][0]}
    </Button>
  )
}

/** Focuses the element that has taken the place of the pressed button. */
function useFocusAfter<Element extends HTMLElement>(isPressed: boolean) {
  const ref = useRef<Element>(null)
  useEffect(() => {
    if (isPressed) ref.current?.focus({ preventScroll: true })
  }, [isPressed])
  return ref
}
