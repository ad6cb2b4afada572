import { useSession } from '@inkproof/slice'
import { saveFile } from '@inkproof/slice-parts/save-file'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { CopyButton } from '@inkproof/ui/copy-button'
import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { useFocusWhenReady } from '../forms/use-focus.ts'
import { printText } from './print-text.ts'
import { markCodesSaved, type ShownCodes } from './shown-codes.store.ts'
import { useUnsavedCodesReminder } from './use-unsaved-codes-reminder.ts'

type Props = ShownCodes & { onDone: () => void }

const PRINT_BLOCKED = t('The print window could not be opened. Download the codes instead.')

/** The ten codes, with buttons to copy, save and print them. */
export function RecoveryCodesCard({ codes, isNew, onDone }: Props) {
  const listRef = useFocusWhenReady<HTMLOListElement>()
  const [isPrintBlocked, setIsPrintBlocked] = useState(false)
  const text = useCodesText(codes)
  useUnsavedCodesReminder()
  return (
    <div className="space-y-5">
      <Alert tone="success">
        {isNew
          ? t('Authenticator app turned on. You’ll need a code from it to sign in.')
          : t('Your old recovery codes no longer work.')}
      </Alert>
      <ol
        ref={listRef}
        tabIndex={-1}
        aria-label={t('Recovery codes')}
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-lg border border-line bg-sunken p-4 text-center font-mono text-ink text-sm max-[22rem]:grid-cols-1"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <CopyButton value={codes.join('\n')} label={t('Copy')} withText />
        <Button size="sm" onClick={() => save(text)}>
          <Download />
          {t('Download')}
        </Button>
        <Button size="sm" onClick={() => setIsPrintBlocked(!printText(t('Recovery codes'), text))}>
          <Printer />
          {t('Print')}
        </Button>
      </div>
      {isPrintBlocked && <Alert tone="warning">{PRINT_BLOCKED}</Alert>}
      <Button variant="primary" wide onClick={onDone}>
        {t('I’ve saved my codes')}
      </Button>
    </div>
  )
}

function save(text: string): void {
  saveFile(new Blob([text], { type: 'text/plain' }), 'inkproof-recovery-codes.txt')
  markCodesSaved()
}

/** The saved and printed text: the codes, their account and their purpose. */
function useCodesText(codes: readonly string[]): string {
  const email = useSession(({ user }) => user?.email)
  return [
    t('Inkproof recovery codes for {origin}', { origin: location.origin }),
    ...(email ? [t('Account: {email}', { email })] : []),
    t(
      'Created on {date}. You can use each code once in place of a code from your authenticator app.',
      {
        date: formatDateTime(new Date()),
      },
    ),
    '',
    ...codes,
    '',
  ].join('\n')
}
