import { t } from '@inkproof/texts/text'
import { DropZone } from '@inkproof/ui/drop-zone'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { TrialForm } from '../trial/trial-form.tsx'

type Purpose = 'certify' | 'verify'

/** The home page's drop zone, which certifies or verifies files as the Certify and Verify pages do. */
export function FileDropPanel() {
  const [purpose, setPurpose] = useState<Purpose>('certify')
  return (
    <div className="space-y-6">
      <PurposeSwitch purpose={purpose} onChange={setPurpose} />
      {purpose === 'certify' ? <CertifyPanel /> : <VerifyPanel />}
    </div>
  )
}

type SwitchProps = { purpose: Purpose; onChange: (purpose: Purpose) => void }

/** Native radio buttons styled as tabs, because they support the keyboard without extra code. */
function PurposeSwitch({ purpose, onChange }: SwitchProps) {
  return (
    <fieldset className="flex gap-6 border-line border-b">
      <legend className="sr-only">{t('Choose an action')}</legend>
      {(['certify', 'verify'] as const).map((option) => (
        <label
          key={option}
          className="-mb-px flex min-h-11 cursor-pointer items-center rounded-xs border-transparent border-b font-medium text-ink-muted transition-colors hover:text-ink has-checked:border-accent-ink has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent-ink"
        >
          <input
            type="radio"
            name="purpose"
            className="sr-only"
            checked={purpose === option}
            onChange={() => onChange(option)}
          />
          {option === 'certify' ? t('Certify') : t('Verify')}
        </label>
      ))}
    </fieldset>
  )
}

function CertifyPanel() {
  return (
    <div className="space-y-5">
      <DropZone
        onFiles={useFileHandler('certify')}
        title={t('Drop a file to certify it')}
        touchTitle={t('Choose a file to certify it')}
        hint={t('The file is read on this device and is not uploaded.')}
      />
      <TrialForm onCreated={useFileHandler('trial')} />
    </div>
  )
}

function VerifyPanel() {
  return (
    <DropZone
      onFiles={useFileHandler('verify')}
      title={t('Drop a file, and its proof file if you have it')}
      touchTitle={t('Choose a file, and its proof file if you have it')}
      hint={t('No account needed. The check runs in your browser.')}
    />
  )
}

const PATHS = { certify: '/certify', trial: '/certify', verify: '/verify' } as const

/** Returns a function that passes files to the Certify or Verify page, whose code is loaded on demand, and opens it. */
function useFileHandler(purpose: keyof typeof PATHS): (files: File[] | File) => void {
  const navigate = useNavigate()
  const [error, setError] = useState<unknown>(null)
  // Thrown during rendering, so that the nearest error boundary handles a chunk that cannot be loaded.
  if (error !== null) throw error
  return (files) => {
    startWith([files].flat(), purpose).then(() => navigate(PATHS[purpose]), setError)
  }
}

async function startWith(files: File[], purpose: keyof typeof PATHS): Promise<void> {
  const { startCertifying, startVerifying } = await import('./start-files.ts')
  if (purpose === 'verify') startVerifying(files)
  else startCertifying(files, purpose === 'trial')
}
