import { type DragEvent, useCallback, useEffect, useRef, useState } from 'react'
import { hasFiles, listDroppedFiles } from './dropped-files.ts'

export type FileDropOptions = {
  onFiles: (files: File[]) => void
  /** Called when dropped content, such as a folder, cannot be read. */
  onError: (reason: unknown) => void
  isDisabled: boolean
  /** Also accepts files pasted anywhere on the page outside text fields. */
  acceptsPaste: boolean
}

/**
 * `away`: no files are being dragged; `near`: files are dragged over the page; `over`: files are
 * dragged over the zone.
 */
export type DropState = 'away' | 'near' | 'over'

/** Handles drag-and-drop and paste for the drop zone. */
export function useFileDrop({ onFiles, onError, isDisabled, acceptsPaste }: FileDropOptions) {
  const [isOver, setOver] = useState(false)
  const isNear = useIsDragging(isDisabled)
  usePastedFiles(onFiles, acceptsPaste && !isDisabled)

  const onDrop = useCallback(
    (event: DragEvent) => {
      setOver(false)
      if (isDisabled || !hasFiles(event.dataTransfer)) return
      event.preventDefault()
      listDroppedFiles(event.dataTransfer).then(
        (files) => files.length > 0 && onFiles(files),
        onError,
      )
    },
    [isDisabled, onFiles, onError],
  )
  const onDragOver = useCallback(
    (event: DragEvent) => {
      if (isDisabled || !hasFiles(event.dataTransfer)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    },
    [isDisabled],
  )
  const onDragLeave = useCallback((event: DragEvent) => {
    const target = event.relatedTarget
    if (!(target instanceof Node && event.currentTarget.contains(target))) setOver(false)
  }, [])

  const state: DropState = isOver ? 'over' : isNear ? 'near' : 'away'
  return { state, handlers: { onDrop, onDragOver, onDragLeave } }
}

/**
 * Returns whether files are being dragged over the page. Also prevents the browser from navigating
 * to a file that is dropped next to the zone, which would discard user input.
 */
function useIsDragging(isDisabled: boolean): boolean {
  const [isNear, setNear] = useState(false)
  const depth = useRef(0)
  useEffect(() => {
    const listeners = new AbortController()
    const reset = () => {
      depth.current = 0
      setNear(false)
    }
    const changeDepth = (change: number) => (event: globalThis.DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return
      depth.current = Math.max(0, depth.current + change)
      setNear(depth.current > 0)
    }
    const preventNavigation = (event: globalThis.DragEvent) => {
      if (hasFiles(event.dataTransfer)) event.preventDefault()
      if (event.type === 'drop') reset()
    }
    addEventListener('dragenter', changeDepth(1), { signal: listeners.signal })
    addEventListener('dragleave', changeDepth(-1), { signal: listeners.signal })
    addEventListener('dragover', preventNavigation, { signal: listeners.signal })
    addEventListener('drop', preventNavigation, { signal: listeners.signal })
    return () => listeners.abort()
  }, [])
  return isNear && !isDisabled
}

function usePastedFiles(onFiles: (files: File[]) => void, isEnabled: boolean): void {
  useEffect(() => {
    if (!isEnabled) return
    const handlePaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0 || isTextField(event.target)) return
      event.preventDefault()
      onFiles(files)
    }
    document.addEventListener('paste', handlePaste)
    return () => document.removeEventListener('paste', handlePaste)
  }, [onFiles, isEnabled])
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null
}
