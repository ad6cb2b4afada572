import type { Access, CallDefinition, Method } from '@inkproof/protocol/call'
import { t } from '@inkproof/texts/text'
import { Badge, type BadgeTone } from '@inkproof/ui/badge'
import { Disclosure } from '@inkproof/ui/disclosure'
import { CallForm } from './call-form.tsx'
import { useCall } from './use-call.ts'

const TONES: Record<Method, BadgeTone> = {
  GET: 'outline',
  POST: 'accent',
  PUT: 'accent',
  PATCH: 'accent',
  DELETE: 'danger',
}

const ACCESS_LABELS: Record<Exclude<Access, 'anyone'>, string> = {
  session: t('Requires sign-in'),
  member: t('Requires write access'),
  reauthenticated: t('Requires recent identity confirmation'),
}

type Props = { call: CallDefinition; isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** One call: its purpose and, when opened, its input, the button that runs it, and its response. */
export function CallRow({ call, isOpen, onOpenChange }: Props) {
  const state = useCall(call)
  return (
    <Disclosure summary={<Summary call={call} />} open={isOpen} onOpenChange={onOpenChange}>
      <CallForm call={call} {...state} />
    </Disclosure>
  )
}

function Summary({ call: { method, path, summary, access } }: { call: CallDefinition }) {
  return (
    <span className="flex flex-wrap items-start gap-x-4 gap-y-1.5">
      <span className="sm:w-16">
        <Badge tone={TONES[method]} className="font-mono">
          {method}
        </Badge>
      </span>
      <span className="min-w-0 max-sm:order-last max-sm:basis-full sm:flex-1">
        <span className="block font-mono text-ink text-sm [overflow-wrap:anywhere]">{path}</span>
        <span className="block text-ink-muted text-sm" translate="no">
          {summary}
        </span>
      </span>
      {access !== 'anyone' && <Badge className="max-sm:ml-auto">{ACCESS_LABELS[access]}</Badge>}
    </span>
  )
}
