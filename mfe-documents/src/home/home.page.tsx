import { Button } from '@inkproof/ui/button'
import { DropZone } from '@inkproof/ui/drop-zone'
import { Page } from '@inkproof/ui/page'
import { Tabs } from '@inkproof/ui/tabs'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { TrialForm } from '../trial/trial-form.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { LiveNumbers } from './live-numbers.tsx'

export function Component() {
  return (
    <Page width="full">
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)] lg:items-center lg:gap-16">
        <Greeting />
        <Desk />
      </div>
      <LiveNumbers />
      <HowItWorks />
    </Page>
  )
}

function Greeting() {
  return (
    <header className="max-w-lg">
      <h1 className="font-medium text-4xl text-ink leading-tight tracking-tightest md:text-5xl lg:text-6xl lg:leading-none">
        Proof that it existed. Unchanged.
      </h1>
      <p className="mt-6 text-ink-muted text-lg md:text-xl">
        Inkproof proves that a document existed in exactly this form by a certain time, without the
        document ever leaving your device.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button asChild variant="primary" size="lg">
          <Link to="/certify">Certify a document</Link>
        </Button>
        <Button asChild size="lg">
          <Link to="/verify">Verify one</Link>
        </Button>
      </div>
    </header>
  )
}

/** Not a picture of the product: files dropped here are taken. */
function Desk() {
  return (
    <Tabs
      label="What to do with a file"
      tabs={[
        { id: 'certify', label: 'Certify', content: <CertifyDesk /> },
        { id: 'verify', label: 'Verify', content: <VerifyDesk /> },
      ]}
    />
  )
}

function CertifyDesk() {
  const take = useTaking('certify')
  return (
    <div className="space-y-5">
      <DropZone
        onFiles={take}
        title="Drop a file to certify it"
        hint="Or press to choose. It is read here, on this device, and goes nowhere."
      />
      <TrialForm onMade={useTaking('made')} />
    </div>
  )
}

function VerifyDesk() {
  return (
    <DropZone
      onFiles={useTaking('verify')}
      title="Drop a file, and its proof file if you have it"
      hint="No account needed. The check runs in this browser."
    />
  )
}

/** Brings the files to the page for them; what that takes is loaded only now. */
function useTaking(purpose: 'certify' | 'made' | 'verify'): (files: File[] | File) => void {
  const navigate = useNavigate()
  const [error, setError] = useState<unknown>(null)
  // The nearest error screen has the way out when a part of the page cannot be loaded.
  if (error !== null) throw error
  return (files) => {
    takeFiles([files].flat(), purpose).then(() => navigate(ADDRESSES[purpose]), setError)
  }
}

const ADDRESSES = { certify: '/certify', made: '/certify', verify: '/verify' } as const

async function takeFiles(files: File[], purpose: keyof typeof ADDRESSES): Promise<void> {
  const { takeForCertify, takeForVerify } = await import('./take-files.ts')
  if (purpose === 'verify') takeForVerify(files)
  else takeForCertify(files, purpose === 'made')
}
