import { t } from '@inkproof/texts/text'
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react'
import type { PdfDocument } from './pdf-document.ts'
import { PdfError } from './pdf-error.ts'

type PageContentProps = {
  document: PdfDocument
  /** Counts from 1. */
  number: number
  /** In CSS pixels per point. */
  scale: number
}

/** What a page shows, and its text, invisibly, for selection and screen readers. */
export function PageContent(props: PageContentProps) {
  const canvasLayer = useRef<HTMLDivElement>(null)
  const textLayer = useRef<HTMLDivElement>(null)
  const state = useDrawnPage({ ...props, canvasLayer, textLayer })
  return (
    <>
      <div ref={canvasLayer} className="absolute inset-0 [&>canvas]:size-full" />
      {/* The text is placed relative to this scale, so that it fits the page before it is laid out again. */}
      <div
        ref={textLayer}
        className="pdf-text"
        style={{ '--total-scale-factor': props.scale } as CSSProperties}
      />
      {state === 'drawing' && (
        <span
          aria-hidden="true"
          className="absolute inset-6 block animate-breathe rounded-sm bg-black/5"
        />
      )}
      {state !== 'drawing' && state !== 'drawn' && (
        <p role="alert" className="absolute inset-x-4 top-1/3 text-center text-black text-sm">
          {state}
        </p>
      )}
    </>
  )
}

type Drawn = PageContentProps & {
  canvasLayer: RefObject<HTMLElement | null>
  textLayer: RefObject<HTMLElement | null>
}

/** Draws the page. Returns `drawing`, `drawn`, or a sentence about the failure. */
function useDrawnPage({ document, number, scale, canvasLayer, textLayer }: Drawn): string {
  const [state, setState] = useState('drawing')
  useEffect(() => {
    const canvases = canvasLayer.current
    const text = textLayer.current
    if (canvases === null || text === null) return
    const controller = new AbortController()
    const { signal } = controller
    const draw = async () => {
      const canvas = globalThis.document.createElement('canvas')
      await document.renderPage(canvas, number, scale, signal)
      signal.throwIfAborted()
      freeCanvases(canvases)
      canvases.replaceChildren(canvas)
      setState('drawn')
      text.replaceChildren()
      await document.renderText(text, number, scale, signal)
    }
    draw().catch((error: unknown) => {
      if (!signal.aborted) setState(describeFailure(error))
    })
    return () => controller.abort()
  }, [document, number, scale, canvasLayer, textLayer])
  useEffect(() => {
    const canvases = canvasLayer.current
    return () => {
      if (canvases !== null) freeCanvases(canvases)
    }
  }, [canvasLayer])
  return state
}

/** Safari frees a canvas's memory late unless it is made empty. */
function freeCanvases(layer: Element): void {
  for (const canvas of layer.querySelectorAll('canvas')) {
    canvas.width = 0
    canvas.height = 0
  }
  layer.replaceChildren()
}

function describeFailure(error: unknown): string {
  return error instanceof PdfError && error.reason === 'timeout'
    ? t('This page took too long to display.')
    : t('This page cannot be displayed.')
}
