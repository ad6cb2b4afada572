import { signOut } from '@inkproof/slice'
import { Alert } from '@inkproof/ui/alert'
import { Badge } from '@inkproof/ui/badge'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import { CodeBlock } from '@inkproof/ui/code-block'
import { KeyValue } from '@inkproof/ui/key-value'
import { useState } from 'react'
import { type Answer, type AuthCall, runCall } from './calls.ts'

type Run =
  | { step: 'not run' }
  | { step: 'running' }
  | { step: 'answered'; answer: Answer }
  | { step: 'failed' }

/** One call: what it is for, a button that runs it, and what it answered. */
export function CallCard({ call }: { call: AuthCall }) {
  const [run, setRun] = useState<Run>({ step: 'not run' })

  async function start() {
    setRun({ step: 'running' })
    try {
      const answer = await runCall(call)
      setRun({ step: 'answered', answer })
      // The service has ended the session; the browser forgets it too.
      if (call.effect && answer.status < 300) await signOut()
    } catch {
      setRun({ step: 'failed' })
    }
  }

  const name = `${call.method} ${call.path}`
  return (
    <Card>
      <CardHeader
        title={name}
        description={call.effect ? `${call.says} ${call.effect}` : call.says}
        actions={
          <Button
            size="sm"
            busy={run.step === 'running'}
            onClick={() => void start()}
            aria-label={`Run ${name}`}
          >
            Run
          </Button>
        }
      />
      {run.step === 'answered' && <AnswerView answer={run.answer} name={name} />}
      {run.step === 'failed' && (
        <Alert tone="danger">Nothing answered. Check your connection, then run it again.</Alert>
      )}
    </Card>
  )
}

function AnswerView({ answer, name }: { answer: Answer; name: string }) {
  return (
    <div role="status" aria-label={`Answer of ${name}`} className="mt-4 space-y-4">
      <KeyValue
        items={[
          {
            label: 'Status',
            value: (
              <Badge tone={answer.status < 400 ? 'success' : 'warning'}>{answer.status}</Badge>
            ),
          },
          { label: 'Took', value: `${answer.tookMs} ms` },
          { label: 'Request id', value: answer.requestId, mono: true },
        ]}
      />
      {answer.body && <CodeBlock code={answer.body} title="Answer" />}
    </div>
  )
}
