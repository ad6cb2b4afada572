import { type DragEvent, useCallback, useEffect, useRef, useState } from 'react'
import { carriesFiles, droppedFiles } from './dropped-files.ts'

export type FileDropOptions = {
  onFiles: (files: File[]) => void
  /** Called when dropped content cannot be read, for example a folder. */
  onError: (reason: unknown) => void
  isDisabled: boolean
  /** Also accepts files pasted anywhere on the page outside text fields. */
  takesPaste: boolean
}

/**
 * `away`: no drag with files; `near`: files are dragged over the page; `over`: over the zone
 * itself.
 */
export type DropState = 'away' | 'near' | 'over'

/** Drag-and-drop and paste handling of the drop zone. */
export function useFileDrop({ onFiles, onError, isDisabled, takesPaste }: FileDropOptions) {
  const [isOver, setOver] = useState(false)
  const isNear = useDragState(isDisabled)
  usePastedFiles(onFiles, takesPaste && !isDisabled)

  const onDrop = useCallback(
    (event: DragEvent) => {
      setOver(false)
      if (isDisabled || !carriesFiles(event.dataTransfer)) return
      event.preventDefault()
      droppedFiles(event.dataTransfer).then((files) => files.length > 0 && onFiles(files), onError)
    },
    [isDisabled, onFiles, onError],
  )
  const onDragOver = useCallback(
    (event: DragEvent) => {
      if (isDisabled || !carriesFiles(event.dataTransfer)) return
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
 * A file dropped next to the zone must not make the browser navigate away and discard user input.
 */
function useDragState(isDisabled: boolean): boolean {
  const [isNear, setNear] = useState(false)
  const depth = useRef(0)
  useEffect(() => {
    const stop = new AbortController()
    const updateState = () => {
      depth.current = 0
      setNear(false)
    }
    const move = (change: number) => (event: globalThis.DragEvent) => {
      if (!carriesFiles(event.dataTransfer)) return
      depth.current = Math.max(0, depth.current + change)
      setNear(depth.current > 0)
    }
    const preventDrop = (event: globalThis.DragEvent) => {
      if (carriesFiles(event.dataTransfer)) event.preventDefault()
      if (event.type === 'drop') updateState()
    }
    addEventListener('dragenter', move(1), { signal: stop.signal })
    addEventListener('dragleave', move(-1), { signal: stop.signal })
    addEventListener('dragover', preventDrop, { signal: stop.signal })
    addEventListener('drop', preventDrop, { signal: stop.signal })
    return () => stop.abort()
  }, [])
  return isNear && !isDisabled
}

function usePastedFiles(onFiles: (files: File[]) => void, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const acceptDrop = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0 || isTextField(event.target)) return
      event.preventDefault()
      onFiles(files)
    }
    document.addEventListener('paste', acceptDrop)
    return () => document.removeEventListener('paste', acceptDrop)
  }, [onFiles, isOn])
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null
}
