import { toast, useSession } from '@inkproof/slice'
import { saveFile } from '@inkproof/slice-parts/save-file'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '../certificates/error-message.ts'
import type { Draft } from '../drafts/draft.ts'
import { abortForOtherUser } from './other-user-signal.ts'

/** Downloads the proof files of all certified files as one ZIP archive. */
export function DownloadProofs({ certified }: { certified: readonly Draft[] }) {
  const [done, setDone] = useState<number | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function download() {
    const { user } = useSession.getState()
    if (user === null) return
    const controller = new AbortController()
    running.current = controller
    const { signal, stop } = abortForOtherUser(user.id)
    signal.addEventListener('abort', () => controller.abort())
    setDone(0)
    try {
      const { zipProofs } = await import('./zip-proofs.ts')
      const files = certified.map(({ id, fileName }) => ({ id, fileName }))
      const zip = await zipProofs(files, setDone, controller.signal)
      saveFile(zip, t('Proof files.zip'))
    } catch (error) {
      if (!controller.signal.aborted)
        toast({
          title: t('The proof files could not be downloaded'),
          description: errorMessage(error),
          variant: 'error',
        })
    } finally {
      stop()
      setDone(null)
    }
  }

  if (done === null)
    return (
      <Button size="sm" onClick={() => void download()}>
        <Download aria-hidden="true" /> {t('Download all proofs')}
      </Button>
    )
  return (
    <div className="flex items-center gap-3 text-ink-muted text-sm tabular-nums">
      {t('{done} of {count} downloaded', { done, count: certified.length })}
      <Button size="sm" variant="ghost" onClick={() => running.current?.abort()}>
        {t('Cancel')}
      </Button>
    </div>
  )
}
