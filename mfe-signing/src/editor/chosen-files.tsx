import { formatBytes } from '@inkproof/texts/format'
import { t } from '@inkproof/texts/text'
import { IconButton } from '@inkproof/ui/icon-button'
import { ArrowDown, ArrowUp, FileText, Image, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ChosenKind } from './read-choice.ts'

/** A file of a document that is not created yet. `key` is unique in the list. */
export type ChosenFile = ChosenKind & { key: number }

type ChosenFilesProps = {
  files: readonly ChosenFile[]
  onChange: (files: readonly ChosenFile[]) => void
  disabled: boolean
}

/** The files that become one document, in an order that can be changed. */
export function ChosenFiles({ files, onChange, disabled }: ChosenFilesProps) {
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const move = (from: number, to: number) => {
    const moved = files[from]
    if (!moved) return
    onChange(files.toSpliced(from, 1).toSpliced(to, 0, moved))
    const values = { name: moved.file.name, number: to + 1, count: files.length }
    setAnnouncement(t('“{name}” is now number {number} of {count}.', values))
  }
  const remove = (index: number) => {
    const { name } = files[index]?.file ?? { name: '' }
    onChange(files.toSpliced(index, 1))
    setAnnouncement(t('“{name}” was removed.', { name }))
    // The button that was pressed disappears; the focus moves to that of the file that takes its place.
    const rows = [...(list.current?.children ?? [])]
    const next = rows[index + 1] ?? rows[index - 1]
    next?.querySelector<HTMLElement>('[data-remove]')?.focus()
  }
  return (
    <>
      <ol
        ref={list}
        aria-label={t('Files of this document')}
        className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface"
      >
        {files.map(({ key, file, kind }, index) => (
          <li key={key} className="flex items-center gap-2 py-1.5 pr-2 pl-4 sm:gap-3">
            <span className="w-5 shrink-0 text-ink-faint text-sm tabular-nums">{index + 1}</span>
            <span aria-hidden="true" className="shrink-0 text-ink-muted [&>svg]:size-4">
              {kind === 'picture' ? <Image /> : <FileText />}
            </span>
            <span className="min-w-0 flex-1">
              <span className="line-clamp-2 break-words text-ink text-sm" title={file.name}>
                {file.name}
              </span>
              <span className="block text-ink-faint text-xs">{formatBytes(file.size)}</span>
            </span>
            <span className="flex shrink-0">
              <IconButton
                size="sm"
                label={t('Move {name} up', { name: file.name })}
                disabled={disabled || index === 0}
                onClick={() => move(index, index - 1)}
              >
                <ArrowUp />
              </IconButton>
              <IconButton
                size="sm"
                label={t('Move {name} down', { name: file.name })}
                disabled={disabled || index === files.length - 1}
                onClick={() => move(index, index + 1)}
              >
                <ArrowDown />
              </IconButton>
              <IconButton
                size="sm"
                data-remove
                label={t('Remove {name}', { name: file.name })}
                disabled={disabled}
                onClick={() => remove(index)}
              >
                <X />
              </IconButton>
            </span>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}
