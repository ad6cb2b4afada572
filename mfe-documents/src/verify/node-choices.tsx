import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { RadioGroup } from '@inkproof/ui/radio-group'
import { type FormEvent, useState } from 'react'
import { getWallet } from './chain-node.ts'
import { verifyAgain } from './verification-runs.ts'
import { type NodeChoice, setVerifyOptions, useVerifyOptions } from './verify-options.store.ts'

const CHOICES = [
  {
    value: 'installation',
    label: t('This installation’s node'),
    hint: t('Convenient, but you rely on this installation for the state of the chain.'),
  },
  { value: 'wallet', label: t('My wallet’s node') },
  { value: 'url', label: t('Custom node') },
  {
    value: 'none',
    label: t('None'),
    hint: t('Does not check that the block is on the blockchain.'),
  },
] as const

/** The blockchain node to ask. */
export function NodeChoices() {
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
        hint={t('The node sees only which blocks and which record you ask about.')}
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
