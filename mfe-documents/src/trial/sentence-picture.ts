import { t } from '@inkproof/texts/text'
import type { SentencePicture } from './trial-pdf.ts'

const WIDTH = 1275
const FONT_SIZE = 84
const LINE_HEIGHT = 114
const FONT = `${FONT_SIZE}px serif`

/** Draws the sentence with this device's fonts, for scripts that the standard PDF fonts do not cover. */
export async function drawSentence(sentence: string): Promise<SentencePicture> {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  const lines = wrapLines(getContext2d(canvas), sentence)
  canvas.height = LINE_HEIGHT * lines.length
  // Changing the height resets the canvas and its settings.
  const context = getContext2d(canvas)
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#141a29'
  for (const [row, line] of lines.entries())
    context.fillText(line, 0, row * LINE_HEIGHT + FONT_SIZE)
  return { jpeg: await toJpeg(canvas), width: canvas.width, height: canvas.height }
}

function getContext2d(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (context === null)
    throw new Error(t('This browser cannot draw these letters. Try a sentence in Latin letters.'))
  context.font = FONT
  return context
}

function wrapLines(context: CanvasRenderingContext2D, sentence: string): string[] {
  const fits = (text: string) => context.measureText(text).width <= WIDTH
  const lines = ['']
  // Some scripts have no spaces, so a word that is too long is broken between any two characters.
  for (const word of sentence.split(/(\s+)/).flatMap((part) => (fits(part) ? [part] : [...part]))) {
    const joined = `${lines.at(-1)}${word}`
    if (fits(joined)) lines[lines.length - 1] = joined
    else lines.push(word.trimStart())
  }
  return lines
}

async function toJpeg(canvas: HTMLCanvasElement): Promise<Uint8Array> {
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', 0.9),
  )
  if (blob === null)
    throw new Error(t('This browser cannot draw these letters. Try a sentence in Latin letters.'))
  return new Uint8Array(await blob.arrayBuffer())
}
