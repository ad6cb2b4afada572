import { type Logo, MAX_LOGO_BYTES } from '@inkproof/protocol/branding'
import type { WorkspaceView } from '@inkproof/protocol/workspaces'
import { toast } from '@inkproof/slice'
import { formatBytes } from '@inkproof/texts/format'
import { t } from '@inkproof/texts/text'
import { BrandLogo } from '@inkproof/ui/branding'
import { Button } from '@inkproof/ui/button'
import { DropZone } from '@inkproof/ui/drop-zone'
import { useActions } from '../forms/use-actions.ts'
import { useBrandingChanges } from './branding.api.ts'

const ACCEPTED_TYPES = 'image/png,image/jpeg,image/webp'

type Props = { workspace: WorkspaceView; logo: Logo | null }

/** Lets an owner choose and remove the logo. It is saved as soon as it is chosen. */
export function BrandingLogo({ logo, workspace: { id, name } }: Props) {
  const { setLogo, removeLogo } = useBrandingChanges(id)
  const { busy, error, run } = useActions()

  async function save(file: File): Promise<void> {
    const action = async () => {
      requireUsable(file)
      await setLogo(file)
    }
    if (await run('save', action)) toast({ title: t('Logo saved'), variant: 'success' })
  }
  async function remove(): Promise<void> {
    if (await run('remove', removeLogo)) toast({ title: t('Logo removed'), variant: 'success' })
  }

  return (
    <div className="flex flex-col gap-5 sm:flex-row sm:items-center">
      {logo && (
        <div className="flex max-w-64 shrink-0 flex-col items-start gap-2">
          <BrandLogo name={name} logo={logo} />
          <Button
            size="sm"
            variant="ghost"
            aria-label={t('Remove the logo')}
            busy={busy === 'remove'}
            disabled={busy !== null}
            onClick={() => void remove()}
          >
            {t('Remove')}
          </Button>
        </div>
      )}
      <DropZone
        className="w-full flex-1"
        size="sm"
        paste={false}
        title={logo ? t('Choose or drop another logo') : t('Choose or drop a logo')}
        hint={t('PNG, JPEG or WebP, up to 512 KB. It is shown on white.')}
        accept={ACCEPTED_TYPES}
        multiple={false}
        disabled={busy !== null}
        error={error}
        onFiles={([file]) => file && void save(file)}
      />
    </div>
  )
}

/** @throws Error if the service would refuse the file */
function requireUsable(file: File): void {
  // A browser that does not know the type leaves it empty; the service checks the content anyway.
  if (file.type && !ACCEPTED_TYPES.split(',').includes(file.type))
    throw new Error(t('{name} cannot be a logo. Choose a PNG, JPEG or WebP file.', file))
  if (file.size > MAX_LOGO_BYTES)
    throw new Error(
      t('{name} is {size}. Choose a logo of up to 512 KB.', {
        name: file.name,
        size: formatBytes(file.size),
      }),
    )
}
