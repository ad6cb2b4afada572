import { t } from '@inkproof/texts/text'
import { cx } from 'class-variance-authority'
import { FileUp } from 'lucide-react'
import { type ChangeEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { CropMarks } from './crop-marks.tsx'
import { Guilloche } from './guilloche.tsx'
import { type DropState, useFileDrop } from './use-file-drop.ts'

export type DropZoneProps = {
  /** Called with the dropped, chosen or pasted files: at least one; folders are expanded. */
  onFiles: (files: File[]) => void
  /** A short instruction; also the name of the button. */
  title: ReactNode
  /** Replaces the title on touch screens, where nothing can be dropped. */
  touchTitle?: ReactNode | undefined
  /** Accepted files, and what happens to them. */
  hint?: ReactNode
  /**
   * As the `accept` attribute of a file input; only filters the file picker, so validate the files.
   */
  accept?: string | undefined
  multiple?: boolean | undefined
  /** Also offers "choose a folder". */
  folders?: boolean | undefined
  /** Accepts files pasted anywhere on the page; use on one zone per page. */
  paste?: boolean | undefined
  disabled?: boolean | undefined
  /** One sentence about the last failed attempt. */
  error?: ReactNode
  /** `lg` for the main element of a page, `sm` for adding to a list. */
  size?: 'lg' | 'sm' | undefined
  /** Additional ways to add files, shown below the hint. */
  children?: ReactNode
  className?: string | undefined
}

const UNREADABLE_FOLDER = t('That folder could not be read. Choose its files instead.')

/**
 * A zone to drop, paste or choose files. Its button opens the file picker, also by keyboard. On touch screens it only
 * offers to choose files: nothing can be dropped there, and not every phone can choose folders.
 */
export function DropZone(props: DropZoneProps) {
  const { onFiles, error, disabled = false, size = 'lg', paste = true, children, className } = props
  const [isUnreadable, setUnreadable] = useState(false)
  const handleFiles = (files: File[]) => {
    setUnreadable(false)
    onFiles(props.multiple === false ? files.slice(0, 1) : files)
  }
  const { state, handlers } = useFileDrop({
    onFiles: handleFiles,
    onError: () => setUnreadable(true),
    isDisabled: disabled,
    acceptsPaste: paste,
  })
  const message = isUnreadable ? UNREADABLE_FOLDER : error
  return (
    <div
      {...handlers}
      data-drop={state}
      className={cx(
        'group/drop relative isolate overflow-hidden rounded-xl border border-line bg-surface text-center transition-colors duration-slow',
        'data-[drop=near]:bg-accent-wash data-[drop=over]:bg-accent-wash',
        size === 'lg' ? 'px-6 py-14 md:py-20' : 'px-5 py-8',
        disabled && 'opacity-55',
        className,
      )}
    >
      <CropMarks />
      {size === 'lg' && (
        <Guilloche className="absolute top-1/2 left-1/2 -z-10 size-124 -translate-1/2 text-accent-ink opacity-[0.11] transition-[opacity,scale,rotate] duration-settle ease-settle group-data-[drop=near]/drop:opacity-25 group-data-[drop=over]/drop:rotate-15 group-data-[drop=over]/drop:scale-115 group-data-[drop=over]/drop:opacity-45" />
      )}
      <FilePicker {...props} state={state} handleFiles={handleFiles} />
      {children && <div className="relative z-10 mt-6">{children}</div>}
      <p role="alert" className={cx('text-danger text-sm', message && 'mt-4')}>
        {message}
      </p>
    </div>
  )
}

type FilePickerProps = DropZoneProps & { state: DropState; handleFiles: (files: File[]) => void }

function FilePicker(props: FilePickerProps) {
  const { hint, accept, multiple = true, folders = true, disabled, size = 'lg' } = props
  const fileInput = useRef<HTMLInputElement>(null)
  const folderInput = useRef<HTMLInputElement | null>(null)
  const hintId = useId()
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(event.currentTarget.files ?? [])]
    event.currentTarget.value = ''
    if (chosen.length > 0) props.handleFiles(chosen)
  }
  const inputProps = { type: 'file', hidden: true, tabIndex: -1, onChange, disabled } as const
  return (
    <>
      <button
        type="button"
        disabled={disabled}
        aria-describedby={hint ? hintId : undefined}
        onClick={() => fileInput.current?.click()}
        className={cx(
          'font-medium text-ink tracking-tight outline-none after:absolute after:inset-0 after:rounded-xl',
          'focus-visible:after:outline-2 focus-visible:after:outline-accent-ink focus-visible:after:-outline-offset-2',
          size === 'lg' ? 'text-xl md:text-2xl' : 'text-lg',
        )}
      >
        <DropIcon state={props.state} isLarge={size === 'lg'} />
        {props.state === 'away' ? <Title {...props} /> : t('Drop to add')}
      </button>
      {hint && (
        <p id={hintId} className="mx-auto mt-2 max-w-md text-ink-muted text-sm md:text-base">
          {hint}
        </p>
      )}
      {folders && multiple && !disabled && (
        <button
          type="button"
          onClick={() => folderInput.current?.click()}
          className="relative z-10 mx-auto mt-4 block min-h-11 rounded-sm px-2 text-ink-muted text-sm underline decoration-line-strong underline-offset-4 hover:text-ink md:min-h-8 pointer-coarse:hidden"
        >
          {t('or choose a folder')}
        </button>
      )}
      <input
        {...inputProps}
        ref={fileInput}
        accept={accept}
        multiple={multiple}
        aria-label={t('Files')}
      />
      <input
        {...inputProps}
        ref={(element) => asFolderInput(folderInput, element)}
        multiple
        aria-label={t('Folder')}
      />
    </>
  )
}

/** Style sheets choose the title, because first screens are rendered without knowledge of the device. */
function Title({ title, touchTitle }: Pick<DropZoneProps, 'title' | 'touchTitle'>) {
  if (touchTitle === undefined) return title
  return (
    <>
      <span className="pointer-coarse:hidden">{title}</span>
      <span className="hidden pointer-coarse:inline">{touchTitle}</span>
    </>
  )
}

/** React's types lack `webkitdirectory`, which every browser supports. */
function asFolderInput(
  ref: RefObject<HTMLInputElement | null>,
  element: HTMLInputElement | null,
): void {
  element?.setAttribute('webkitdirectory', '')
  ref.current = element
}

function DropIcon({ state, isLarge }: { state: DropState; isLarge: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'mx-auto flex items-center justify-center rounded-full border transition-[background-color,border-color,color,translate] duration-slow',
        isLarge ? 'mb-6 size-16 [&>svg]:size-6' : 'mb-3 size-11 [&>svg]:size-5',
        state === 'over'
          ? '-translate-y-1 border-transparent bg-accent text-on-accent'
          : 'border-line bg-raised text-accent-ink',
      )}
    >
      <FileUp strokeWidth={1.5} />
    </span>
  )
}
