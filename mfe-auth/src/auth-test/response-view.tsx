import { t } from '@inkproof/texts/text'
import { Badge } from '@inkproof/ui/badge'
import { CodeBlock } from '@inkproof/ui/code-block'
import { KeyValue } from '@inkproof/ui/key-value'
import type { CallResponse } from './run-call.ts'

/** The response of a call. */
export function ResponseView({ response, name }: { response: CallResponse; name: string }) {
  const { status, tookMs, requestId, text } = response
  return (
    <div role="status" aria-label={t('Response from {name}', { name })} className="space-y-4">
      <KeyValue
        items={[
          {
            label: t('Status'),
            // The browser reports status 0 for a redirect.
            value: (
              <Badge tone={status < 400 ? 'success' : 'warning'}>{status || t('redirect')}</Badge>
            ),
          },
          { label: t('Duration'), value: `${tookMs} ms` },
          { label: t('Request ID'), value: requestId, mono: true },
        ]}
      />
      {text && <CodeBlock code={text} title={t('Response')} />}
    </div>
  )
}
