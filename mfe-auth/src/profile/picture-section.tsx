import { toast, type User, useSession } from '@inkproof/slice'
import { formatBytes } from '@inkproof/texts/format'
import { t } from '@inkproof/texts/text'
import { Avatar } from '@inkproof/ui/avatar'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import { DropZone } from '@inkproof/ui/drop-zone'
import { useEffect, useRef, useState } from 'react'
import { displayName } from '../account/display-name.ts'
import { removePicture, savePicture } from './profile.api.ts'
import { ACCEPTED_TYPES, type ChosenPicture, useChosenPicture } from './use-chosen-picture.ts'

const UNREADABLE = t('Your browser cannot show this file as a picture. Choose another one.')
const NOT_SAVED = t('Your picture could not be saved. Please try again.')

/** Lets the user choose, preview, save and remove the profile picture. */
export function Component() {
  const { user } = useSession()
  const { chosen, error, choose, showError, clear } = useChosenPicture()
  const [busy, setBusy] = useState<'save' | 'remove' | null>(null)
  if (!user) return null

  async function run(name: 'save' | 'remove', action: () => Promise<void>, title: string) {
    setBusy(name)
    try {
      await action()
      clear()
      toast({ title, variant: 'success' })
    } catch (reason) {
      showError((reason instanceof Error && reason.message) || NOT_SAVED)
    } finally {
      setBusy(null)
    }
  }

  return (
    <Card>
      <CardHeader
        title={t('Picture')}
        description={t(
          'Cropped to a square. Location, time and camera data are removed from the file.',
        )}
        level={3}
      />
      {chosen ? (
        <Preview
          chosen={chosen}
          isBusy={busy === 'save'}
          onSave={() => run('save', () => savePicture(chosen.file), t('Picture saved'))}
          onCancel={clear}
          onUnreadable={() => showError(UNREADABLE)}
        />
      ) : (
        <CurrentPicture
          user={user}
          error={error}
          isBusy={busy === 'remove'}
          onFile={choose}
          onRemove={() => run('remove', removePicture, t('Picture removed'))}
        />
      )}
    </Card>
  )
}

type CurrentPictureProps = {
  user: User
  error: string | null
  isBusy: boolean
  onFile: (file: File) => void
  onRemove: () => void
}

function CurrentPicture({ user, error, isBusy, onFile, onRemove }: CurrentPictureProps) {
  return (
    <div className="flex flex-col items-center gap-5 sm:flex-row">
      <div className="flex shrink-0 flex-col items-center gap-2">
        <Avatar
          name={displayName(user)}
          src={user.profileImageUrl}
          size="lg"
          className="size-24 text-3xl"
        />
        {user.profileImageUrl && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={t('Remove your picture')}
            busy={isBusy}
            onClick={onRemove}
          >
            {t('Remove')}
          </Button>
        )}
      </div>
      <DropZone
        className="w-full flex-1"
        size="sm"
        title={
          user.profileImageUrl ? t('Choose or drop another picture') : t('Choose or drop a picture')
        }
        hint={t('JPEG, PNG, WebP or GIF, up to 5 MB')}
        accept={ACCEPTED_TYPES}
        multiple={false}
        disabled={isBusy}
        error={error}
        onFiles={([file]) => file && onFile(file)}
      />
    </div>
  )
}

type PreviewProps = {
  chosen: ChosenPicture
  isBusy: boolean
  onSave: () => void
  onCancel: () => void
  onUnreadable: () => void
}

/** A preview, before anything is uploaded. */
function Preview({ chosen: { file, url }, isBusy, onSave, onCancel, onUnreadable }: PreviewProps) {
  const saveButton = useRef<HTMLButtonElement>(null)
  // The drop zone, which had focus, is gone.
  useEffect(() => saveButton.current?.focus(), [])
  return (
    <div className="flex flex-col items-center gap-5 sm:flex-row">
      <img
        src={url}
        alt={t('Your new picture, cropped')}
        onError={onUnreadable}
        className="size-24 shrink-0 rounded-full border border-accent-line object-cover"
      />
      <div className="min-w-0 max-w-full flex-1 space-y-3 text-center sm:text-left">
        <p className="truncate text-ink-muted text-sm" title={file.name}>
          {file.name} · {formatBytes(file.size)}
        </p>
        <div className="flex flex-wrap justify-center gap-2 sm:justify-start">
          <Button ref={saveButton} variant="primary" busy={isBusy} onClick={onSave}>
            {t('Save picture')}
          </Button>
          <Button variant="ghost" disabled={isBusy} onClick={onCancel}>
            {t('Cancel')}
          </Button>
        </div>
      </div>
    </div>
  )
}
