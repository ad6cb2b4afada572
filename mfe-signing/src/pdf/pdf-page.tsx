import { t } from '@inkproof/texts/text'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { PageView } from './page-view.ts'
import type { PdfDocument } from './pdf-document.ts'
import { PdfError } from './pdf-error.ts'

/** Pages are drawn before they are on the screen, and their memory is freed this far from it. */
const NEAR = '800px 0px'

type PdfPageProps = { document: PdfDocument; view: PageView; overlay: ReactNode }

export function PdfPage({ document, view, overlay }: PdfPageProps) {
  const { number, size, scale } = view
  const element = useRef<HTMLLIElement>(null)
  const isNear = useIsNear(element)
  const state = useDrawnPage({ element, document, number, scale, isNear })
  return (
    <li
      ref={element}
      data-page={number}
      aria-label={t('Page {number} of {count}', { number, count: document.pages.length })}
      className="relative shrink-0 bg-white shadow-sheet ring-1 ring-line"
      style={{ width: size.width * scale, height: size.height * scale }}
    >
      <div data-layer="canvas" className="absolute inset-0 [&>canvas]:size-full" />
      <div data-layer="text" className="pdf-text" />
      {isNear && state === 'drawing' && (
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
      <div data-layer="overlay" className="pointer-events-none absolute inset-0">
        {overlay}
      </div>
    </li>
  )
}

function useIsNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (element.current === null) return
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: NEAR },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isNear
}

type Drawn = {
  element: RefObject<HTMLElement | null>
  document: PdfDocument
  number: number
  scale: number
  isNear: boolean
}

/** Draws the page while it is near the screen. Returns `drawing`, `drawn`, or a sentence about the failure. */
function useDrawnPage({ element, document, number, scale, isNear }: Drawn): string {
  const [state, setState] = useState('drawing')
  useEffect(() => {
    const canvasLayer = element.current?.querySelector('[data-layer="canvas"]')
    const textLayer = element.current?.querySelector<HTMLElement>('[data-layer="text"]')
    if (!isNear || !canvasLayer || !textLayer) return
    const controller = new AbortController()
    const { signal } = controller
    const draw = async () => {
      const canvas = globalThis.document.createElement('canvas')
      await document.renderPage(canvas, number, scale, signal)
      signal.throwIfAborted()
      freeCanvases(canvasLayer)
      canvasLayer.replaceChildren(canvas)
      setState('drawn')
      textLayer.replaceChildren()
      await document.renderText(textLayer, number, scale, signal)
    }
    draw().catch((error: unknown) => {
      if (!signal.aborted) setState(describeFailure(error))
    })
    return () => controller.abort()
  }, [element, document, number, scale, isNear])
  useEffect(() => {
    const layers = element.current
    if (isNear || layers === null) return
    const canvasLayer = layers.querySelector('[data-layer="canvas"]')
    if (canvasLayer) freeCanvases(canvasLayer)
    layers.querySelector('[data-layer="text"]')?.replaceChildren()
    setState('drawing')
  }, [element, isNear])
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
