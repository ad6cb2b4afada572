import { saveFile } from '@inkproof/slice-parts/save-file'
import { formatCount } from '@inkproof/texts/format'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import { Progress } from '@inkproof/ui/progress'
import { Download } from 'lucide-react'
import { FormError } from '../forms/form-error.tsx'
import { type ExportState, useExport } from './use-export.ts'

/** Everything kept about the person, as one file. */
export function Component() {
  const { state, start, cancel } = useExport()
  return (
    <Card>
      <CardHeader
        title="A copy of your data"
        description="One JSON file with your account, devices, sessions, workspaces and history, and the certificates of the workspace you work in. Nothing in it opens your account."
        level={3}
      />
      <div className="space-y-4">
        <Outcome state={state} />
        {state.step === 'collecting' ? (
          <Progress
            label="Collecting your data"
            value={partOf(state)}
            detail={detailOf(state)}
            action={
              <Button size="sm" variant="ghost" onClick={cancel}>
                Cancel
              </Button>
            }
          />
        ) : (
          <Button onClick={() => void start()}>
            <Download />
            {state.step === 'saved' ? 'Collect it again' : 'Collect my data'}
          </Button>
        )}
      </div>
    </Card>
  )
}

function Outcome({ state }: { state: ExportState }) {
  if (state.step === 'failed') return <FormError error={state.reason} />
  if (state.step !== 'saved') return null
  const { blob, name, certificates } = state
  return (
    <Alert
      tone="success"
      title="Your data is saved"
      actions={
        <Button size="sm" onClick={() => saveFile(blob, name)}>
          Save the file again
        </Button>
      }
    >
      {name} holds your account and {counted(certificates)}. Your proof files are not in it: each
      certificate’s page offers its own.
    </Alert>
  )
}

type Collecting = Extract<ExportState, { step: 'collecting' }>

function partOf({ done, total }: Collecting): number | null {
  return total ? done / total : null
}

function detailOf({ done, total }: Collecting): string {
  return total === null ? 'Your account' : `${formatCount(done)} of ${counted(total)}`
}

function counted(certificates: number): string {
  if (certificates === 0) return 'no certificates'
  return certificates === 1 ? '1 certificate' : `${formatCount(certificates)} certificates`
}
