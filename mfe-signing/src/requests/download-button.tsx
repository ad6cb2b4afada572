import { toast } from '@inkproof/slice'
import { saveFile } from '@inkproof/slice-parts/save-file'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { failureOf } from '../signing/failure.ts'

type DownloadProps = {
  fileName: string
  load: () => Promise<Blob>
  isPrimary?: boolean
  size?: 'sm' | 'md'
  children: ReactNode
}

/** Saves a file that is loaded when the button is pressed. */
export function DownloadButton({
  children,
  fileName,
  isPrimary = false,
  load,
  size = 'md',
}: DownloadProps) {
  const [isBusy, setIsBusy] = useState(false)

  async function download(): Promise<void> {
    setIsBusy(true)
    try {
      saveFile(await load(), fileName)
    } catch (error) {
      const { message } = failureOf(error)
      toast({ title: t('Not downloaded'), description: message, variant: 'error' })
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Button
      {...(isPrimary && { variant: 'primary' as const })}
      size={size}
      busy={isBusy}
      onClick={() => void download()}
    >
      <Download />
      {children}
    </Button>
  )
}
