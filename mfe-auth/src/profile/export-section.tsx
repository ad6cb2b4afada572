import { saveFile } from '@inkproof/slice-parts/save-file'
import { formatCount } from '@inkproof/texts/format'
import { plural, t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import { Progress } from '@inkproof/ui/progress'
import { Download } from 'lucide-react'
import { FormError } from '../forms/form-error.tsx'
import { type ExportState, useExport } from './use-export.ts'

/** Downloads everything stored about the user as one file. */
export function Component() {
  const { state, start, cancel } = useExport()
  return (
    <Card>
      <CardHeader
        title={t('A copy of your data')}
        description={t(
          'One JSON file with your account, devices, sessions, workspaces and history, and the certificates of your current workspace. It doesn’t include passwords or other credentials.',
        )}
        level={3}
      />
      <div className="space-y-4">
        <Result state={state} />
        {state.step === 'collecting' ? (
          <Progress
            label={t('Exporting your data')}
            value={progressOf(state)}
            detail={describeProgress(state)}
            action={
              <Button size="sm" variant="ghost" onClick={cancel}>
                {t('Cancel')}
              </Button>
            }
          />
        ) : (
          <Button onClick={() => void start()}>
            <Download />
            {state.step === 'saved' ? t('Export again') : t('Export my data')}
          </Button>
        )}
      </div>
    </Card>
  )
}

function Result({ state }: { state: ExportState }) {
  if (state.step === 'failed') return <FormError error={state.reason} />
  if (state.step !== 'saved') return null
  const { blob, name, certificateCount } = state
  return (
    <Alert
      tone="success"
      title={t('Data exported')}
      actions={
        <Button size="sm" onClick={() => saveFile(blob, name)}>
          {t('Save the file again')}
        </Button>
      }
    >
      {describeExport(name, certificateCount)}
    </Alert>
  )
}

type Collecting = Extract<ExportState, { step: 'collecting' }>

function progressOf({ done, total }: Collecting): number | null {
  return total ? done / total : null
}

function describeProgress({ done, total }: Collecting): string {
  if (total === null) return t('Your account')
  return plural(
    total,
    { one: '{done} of {count} certificate', other: '{done} of {count} certificates' },
    { done: formatCount(done) },
  )
}

function describeExport(name: string, certificateCount: number): string {
  if (certificateCount === 0)
    return t('{name} contains your account. You have no certificates.', { name })
  return plural(
    certificateCount,
    {
      one: '{name} contains your account and {count} certificate. Proof files are not included: download them from each certificate’s page.',
      other:
        '{name} contains your account and {count} certificates. Proof files are not included: download them from each certificate’s page.',
    },
    { name },
  )
}
