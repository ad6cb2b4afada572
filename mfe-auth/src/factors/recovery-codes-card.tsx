import { useSession } from '@inkproof/slice'
import { saveFile } from '@inkproof/slice-parts/save-file'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { CopyButton } from '@inkproof/ui/copy-button'
import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { useFocusOnce } from '../forms/use-focus.ts'
import { printText } from './print-text.ts'
import { markCodesSaved, type ShownCodes } from './shown-codes.store.ts'
import { useCodesLeft } from './use-codes-left.ts'

type Props = ShownCodes & { onDone: () => void }

const NO_WINDOW = 'The browser did not open a window to print from. Download the codes instead.'

/** The ten codes, and every way to keep them. */
export function RecoveryCodesCard({ codes, isNew, onDone }: Props) {
  const list = useFocusOnce<HTMLOListElement>()
  const [isRefused, setIsRefused] = useState(false)
  const text = useSheet(codes)
  useCodesLeft()
  return (
    <div className="space-y-5">
      <Alert tone="success">
        {isNew
          ? 'Your authenticator app is on: a code of it is asked for at sign-in.'
          : 'Your old recovery codes no longer work.'}
      </Alert>
      <ol
        ref={list}
        tabIndex={-1}
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-lg border border-line bg-sunken p-4 text-center font-mono text-ink text-sm max-[22rem]:grid-cols-1"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <CopyButton value={codes.join('\n')} label="Copy" withText />
        <Button size="sm" onClick={() => save(text)}>
          <Download />
          Download
        </Button>
        <Button size="sm" onClick={() => setIsRefused(!printText('Recovery codes', text))}>
          <Printer />
          Print
        </Button>
      </div>
      {isRefused && <Alert tone="warning">{NO_WINDOW}</Alert>}
      <Button variant="primary" wide onClick={onDone}>
        I have kept them
      </Button>
    </div>
  )
}

function save(text: string): void {
  saveFile(new Blob([text], { type: 'text/plain' }), 'inkproof-recovery-codes.txt')
  markCodesSaved()
}

/** What is saved and printed: whose they are, and what they are for. */
function useSheet(codes: readonly string[]): string {
  const email = useSession(({ user }) => user?.email)
  return [
    `Recovery codes of Inkproof, ${location.origin}`,
    ...(email ? [`Account: ${email}`] : []),
    `Made on ${new Date().toISOString().slice(0, 10)}. Each signs in once, instead of a code of the app.`,
    '',
    ...codes,
    '',
  ].join('\n')
}
