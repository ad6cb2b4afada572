import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import { Disclosure } from '@inkproof/ui/disclosure'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { RadioGroup } from '@inkproof/ui/radio-group'
import { Textarea } from '@inkproof/ui/textarea'
import { type FormEvent, useState } from 'react'
import { getWallet } from './chain-node.ts'
import { parsePolicyOrKey } from './check-proof.ts'
import { TrustSwitch } from './trust-switch.tsx'
import { verifyAgain } from './verify.store.ts'
import { type NodeChoice, setVerifyOptions, useVerifyOptions } from './verify-options.store.ts'

const TRUST_SETTINGS_ID = 'trust-settings'

/** Moves focus from the verdict to the trust settings, which are far below on a phone. */
export function focusTrustSettings(): void {
  document.querySelector<HTMLElement>(`#${TRUST_SETTINGS_ID} [role="switch"]`)?.focus()
}

/**
 * The user's trusted records and blockchain node. What a proof claims about its own record does not affect these
 * settings.
 */
export function OptionsCard() {
  return (
    <Card className="space-y-6 lg:sticky lg:top-24">
      <div id={TRUST_SETTINGS_ID}>
        <CardHeader
          title={t('Trust settings')}
          description={t(
            'Anyone can operate a public record. Trust a result only if you trust the operator of its record.',
          )}
        />
        <TrustSwitch onChange={verifyAgain} />
        <OtherPolicy />
      </div>
      <NodeChoices />
    </Card>
  )
}

function OtherPolicy() {
  const savedPolicy = useVerifyOptions((options) => options.otherPolicy)
  const [text, setText] = useState(savedPolicy)
  const [error, setError] = useState<string | null>(null)

  function save(event: FormEvent) {
    event.preventDefault()
    try {
      if (text.trim() !== '') parsePolicyOrKey(text)
      setError(null)
      setVerifyOptions({ otherPolicy: text })
      verifyAgain()
    } catch (failure) {
      setError((failure as Error).message)
    }
  }

  return (
    <Disclosure
      summary={<span className="text-ink-muted text-sm">{t('Another record you trust')}</span>}
    >
      <form onSubmit={save} className="space-y-3">
        <Field label={t('Public key or contents of the policy file')} error={error}>
          <Textarea
            mono
            rows={3}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </Field>
        <Button type="submit" size="sm" disabled={text === savedPolicy}>
          {text.trim() === '' && savedPolicy !== ''
            ? t('Remove this record')
            : t('Trust this record')}
        </Button>
      </form>
    </Disclosure>
  )
}

const CHOICES = [
  {
    value: 'installation',
    label: t('This installation’s node'),
    hint: t('Convenient, but you rely on this installation for the state of the chain.'),
  },
  { value: 'wallet', label: t('My wallet’s node') },
  { value: 'url', label: t('Custom node') },
  {
    value: 'offline',
    label: t('None (offline)'),
    hint: t('Skips the final check that the block is on the blockchain.'),
  },
] as const

function NodeChoices() {
  const { node } = useVerifyOptions()
  const [url, setUrl] = useState(node.kind === 'url' ? node.url : '')
  const [kind, setKind] = useState(node.kind)
  const hasWallet = getWallet() !== null

  function choose(next: NodeChoice['kind']) {
    setKind(next)
    // A custom node is used only once its address is entered.
    if (next !== 'url') applyNode({ kind: next })
  }

  return (
    <div className="space-y-3">
      <RadioGroup
        label={t('Blockchain node')}
        value={kind}
        onValueChange={choose}
        options={CHOICES.map((choice) =>
          choice.value === 'wallet' && !hasWallet
            ? { ...choice, disabled: true, label: t('My wallet’s node (none in this browser)') }
            : choice,
        )}
      />
      {kind === 'url' && <NodeAddress url={url} onChange={setUrl} />}
    </div>
  )
}

function NodeAddress({ url, onChange }: { url: string; onChange: (url: string) => void }) {
  const [error, setError] = useState<string | null>(null)

  function save(event: FormEvent) {
    event.preventDefault()
    const isValid = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
    setError(isValid ? null : t('Enter an address that starts with https:// or http://.'))
    if (isValid) applyNode({ kind: 'url', url })
  }

  return (
    <form onSubmit={save} className="space-y-3">
      <Field
        label={t('Node address')}
        hint={t('The node sees only which block you request.')}
        error={error}
      >
        <Input
          mono
          value={url}
          placeholder="https://"
          inputMode="url"
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </Field>
      <Button type="submit" size="sm">
        {t('Use this node')}
      </Button>
    </form>
  )
}

function applyNode(node: NodeChoice): void {
  setVerifyOptions({ node })
  verifyAgain()
}
