import { MAX_POLICY_BYTES } from '@inkproof/proof/policy'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { DropZone } from '@inkproof/ui/drop-zone'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { Textarea } from '@inkproof/ui/textarea'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { getOwnRecord, POLICY_URL } from './installation.api.ts'
import { addTrusted, removeTrusted } from './trust-actions.ts'
import { parseChoice } from './trust-policy.ts'
import { type TrustedChoice, useVerifyOptions } from './verify-options.store.ts'

/** The records that count: this installation's own, and others that the user adds. */
export function TrustedRecords() {
  const trusted = useVerifyOptions((options) => options.trusted)
  const own = useQuery({ queryKey: [POLICY_URL], queryFn: getOwnRecord })
  return (
    <div className="min-w-0 space-y-4">
      <div className="space-y-1">
        <h3 className="font-medium text-ink text-sm">{t('Trusted records')}</h3>
        <p className="text-ink-muted text-sm">
          {t('Anyone can operate a public record. Add one only if you trust its operator.')}
        </p>
      </div>
      <ul className="divide-y divide-line border-line border-y text-sm">
        <li className="py-2.5">
          <span className="block font-medium text-ink">{t('This installation’s record')}</span>
          <span className="block break-all text-ink-muted">{own.data?.origin}</span>
        </li>
        {trusted.map((choice) => (
          <TrustedRow key={choice.policy} choice={choice} />
        ))}
      </ul>
      <AddRecord />
    </div>
  )
}

function TrustedRow({ choice }: { choice: TrustedChoice }) {
  const name = nameOf(choice)
  return (
    <li className="flex items-center justify-between gap-3 py-2.5">
      <span className="min-w-0 break-all text-ink">{name}</span>
      <Button
        size="sm"
        variant="ghost"
        aria-label={t('Remove {name}', { name })}
        onClick={() => removeTrusted(choice)}
      >
        {t('Remove')}
      </Button>
    </li>
  )
}

function nameOf(choice: TrustedChoice): string {
  try {
    return parseChoice(choice)
      .records.map(({ origin }) => origin)
      .join(', ')
  } catch {
    return t('Invalid policy')
  }
}

const EMPTY: TrustedChoice = { policy: '', url: '' }

function AddRecord() {
  const [choice, setChoice] = useState(EMPTY)
  const [error, setError] = useState<string | null>(null)

  async function add(next: TrustedChoice) {
    try {
      await addTrusted(next)
      setError(null)
      setChoice(EMPTY)
    } catch (failure) {
      setError((failure as Error).message)
    }
  }

  function save(event: FormEvent) {
    event.preventDefault()
    void add(choice)
  }

  async function readPolicy(files: File[]) {
    const [file] = files
    if (!file) return
    if (file.size > MAX_POLICY_BYTES) return setError(t('This file is too large for a policy.'))
    await add({ ...choice, policy: await file.text() })
  }

  return (
    <form onSubmit={save} className="space-y-3">
      <DropZone
        size="sm"
        title={t('Drop the policy file of another record')}
        touchTitle={t('Choose the policy file of another record')}
        multiple={false}
        folders={false}
        paste={false}
        accept=".json,application/json"
        onFiles={(files) => void readPolicy(files)}
      />
      <Field label={t('Or its public key, or the policy’s contents')} error={error}>
        <Textarea
          mono
          rows={3}
          value={choice.policy}
          onChange={(event) => setChoice({ ...choice, policy: event.currentTarget.value })}
        />
      </Field>
      <Field
        label={t('Address of the record')}
        hint={t('Needed to check for a revocation, if the policy does not name it.')}
        optional
      >
        <Input
          mono
          value={choice.url}
          placeholder="https://"
          inputMode="url"
          onChange={(event) => setChoice({ ...choice, url: event.currentTarget.value })}
        />
      </Field>
      <Button type="submit" size="sm" disabled={choice.policy.trim() === ''}>
        {t('Trust this record')}
      </Button>
    </form>
  )
}
