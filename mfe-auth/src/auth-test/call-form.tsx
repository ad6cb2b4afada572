import { type CallDefinition, pathParams } from '@inkproof/protocol/call'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { AlertDialog } from '@inkproof/ui/alert-dialog'
import { Button } from '@inkproof/ui/button'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { Textarea } from '@inkproof/ui/textarea'
import { type FormEvent, useState } from 'react'
import { ResponseView } from './response-view.tsx'
import type { useCall } from './use-call.ts'

type Props = { call: CallDefinition } & ReturnType<typeof useCall>

/** The input of a call and the button that sends it. Calls with side effects ask for confirmation. */
export function CallForm(props: Props) {
  const { call, run, start } = props
  const { effect, after } = call.console ?? {}
  const [isConfirming, setConfirming] = useState(false)
  const name = `${call.method} ${call.path}`

  function submit(event: FormEvent) {
    event.preventDefault()
    if (effect) setConfirming(true)
    else void start()
  }

  return (
    <div className="space-y-4 rounded-xl border border-line bg-surface p-4 sm:p-5">
      <form onSubmit={submit} className="space-y-4">
        <Inputs {...props} />
        {effect && (
          <p className="text-ink-muted text-sm" translate="no">
            {effect}
          </p>
        )}
        <Button
          type="submit"
          size="sm"
          variant="primary"
          busy={run.step === 'running'}
          aria-label={t('Run {name}', { name })}
        >
          {t('Run')}
        </Button>
      </form>
      <AlertDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={t('Run {name}?', { name })}
        description={effect}
        confirmLabel={t('Run')}
        tone={call.method === 'DELETE' || after === 'signs-out' ? 'danger' : 'plain'}
        onConfirm={() => void start()}
      />
      {run.step === 'responded' && <ResponseView response={run.response} name={name} />}
      {run.step === 'failed' && (
        <Alert tone="danger">{t('No response. Check your connection, then try again.')}</Alert>
      )}
    </div>
  )
}

function Inputs({ call, values, setValue, body, setBody }: Props) {
  const params = pathParams(call.path)
  return (
    <>
      {[...params, ...Object.keys(call.console?.query ?? {})].map((name) => (
        <Field key={name} label={name} required={params.includes(name)}>
          <Input
            mono
            autoComplete="off"
            value={values[name] ?? ''}
            onChange={({ target }) => setValue(name, target.value)}
          />
        </Field>
      ))}
      {call.body && (
        <Field label={t('Body')} hint={t('Sent exactly as written here.')}>
          <Textarea
            mono
            autoComplete="off"
            value={body}
            onChange={({ target }) => setBody(target.value)}
          />
        </Field>
      )}
    </>
  )
}
