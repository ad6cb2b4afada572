import { type DragEvent, useCallback, useEffect, useRef, useState } from 'react'
import { carriesFiles, droppedFiles } from './dropped-files.ts'

export type FileDropOptions = {
  onFiles: (files: File[]) => void
  /** A folder that could not be read, for one. */
  onError: (reason: unknown) => void
  isDisabled: boolean
  /** Also takes what is pasted anywhere on the page outside of text fields. */
  takesPaste: boolean
}

/** `away`: no files in the air; `near`: files over the page; `over`: over the zone itself. */
export type DropState = 'away' | 'near' | 'over'

/** The dragging and pasting half of the drop zone. */
export function useFileDrop({ onFiles, onError, isDisabled, takesPaste }: FileDropOptions) {
  const [isOver, setOver] = useState(false)
  const isNear = useFilesInTheAir(isDisabled)
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

/** A file dropped beside the zone must not replace the page, and everything typed with it. */
function useFilesInTheAir(isDisabled: boolean): boolean {
  const [isNear, setNear] = useState(false)
  const depth = useRef(0)
  useEffect(() => {
    const stop = new AbortController()
    const settle = () => {
      depth.current = 0
      setNear(false)
    }
    const move = (change: number) => (event: globalThis.DragEvent) => {
      if (!carriesFiles(event.dataTransfer)) return
      depth.current = Math.max(0, depth.current + change)
      setNear(depth.current > 0)
    }
    const refuse = (event: globalThis.DragEvent) => {
      if (carriesFiles(event.dataTransfer)) event.preventDefault()
      if (event.type === 'drop') settle()
    }
    addEventListener('dragenter', move(1), { signal: stop.signal })
    addEventListener('dragleave', move(-1), { signal: stop.signal })
    addEventListener('dragover', refuse, { signal: stop.signal })
    addEventListener('drop', refuse, { signal: stop.signal })
    return () => stop.abort()
  }, [])
  return isNear && !isDisabled
}

function usePastedFiles(onFiles: (files: File[]) => void, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const take = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0 || isTextField(event.target)) return
      event.preventDefault()
      onFiles(files)
    }
    document.addEventListener('paste', take)
    return () => document.removeEventListener('paste', take)
  }, [onFiles, isOn])
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null
}
