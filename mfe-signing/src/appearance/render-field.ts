import {
  formatAppearance,
  type Path,
  type Segment,
  type Size,
} from '@inkproof/signing/appearance-stream'
import type { FieldType } from '@inkproof/signing/field'
import { t } from '@inkproof/texts/text'
import { type DescribedFile, setFile } from './attached-file.ts'
import { type Box, fitMark, INKS, type Mark, type MarkKind, mapPoints } from './mark.ts'
import { MissingCharacters, TextDoesNotFit } from './text-errors.ts'
import { setText } from './text-lines.ts'
import { shapeText } from './text-shape.ts'

/** What a signature's field says below the signature. */
export type Caption = { name: string; at: Date }

export type RenderedField =
  | { type: MarkKind; value: Mark; size: Size; caption?: Caption | undefined }
  | { type: 'attachment'; value: DescribedFile; size: Size }
  | { type: Exclude<FieldType, MarkKind | 'attachment'>; value: string; size: Size }

/**
 * Creates the appearance stream of a field with a value. `size` is that of the field as shown, in points. A checkbox, and
 * a field without a value, has no stream.
 *
 * @throws MissingCharacters, TextDoesNotFit; TypeError if a font cannot be fetched
 */
export async function renderField(field: RenderedField): Promise<Uint8Array> {
  switch (field.type) {
    case 'signature':
    case 'initials':
    case 'stamp':
      return formatAppearance(await renderMark(field))
    case 'attachment':
      return formatText(await setFile(field.value, field.size))
    default:
      return formatText(await setText(field.value, 'notoSans', field.size))
  }
}

const PADDING_PT = 2
/** A lower field has no caption: its signature would be too small. */
const CAPTION_FROM_PT = 30
const CAPTION_PT = 5.5
const SMALLEST_CAPTION_PT = 4
const GREY = [0.35, 0.35, 0.35] as const

type MarkField = Extract<RenderedField, { type: MarkKind }>

async function renderMark({ caption, size, type, value }: MarkField): Promise<Path[]> {
  const captionPaths =
    type === 'signature' && caption && size.height >= CAPTION_FROM_PT
      ? await renderCaption(caption, size)
      : []
  const bottom = captionPaths.length > 0 ? CAPTION_PT * 1.9 : PADDING_PT
  const box: Box = {
    left: PADDING_PT,
    bottom,
    width: size.width - 2 * PADDING_PT,
    height: size.height - bottom - PADDING_PT,
  }
  return [...fitMark(value, box, type === 'signature' ? 'left' : 'centre'), ...captionPaths]
}

/** A hairline with the signer's name and the time below it. Empty if the field is too narrow even for the time. */
async function renderCaption({ at, name }: Caption, { width }: Size): Promise<Path[]> {
  const time = at.toISOString().slice(0, 16).replace('T', ' ')
  const texts = [
    t('Signed by {name} · {time} UTC', { name, time }),
    t('Signed {time} UTC', { time }),
  ]
  for (const text of texts) {
    const shape = await shapeText(text, 'notoSans').catch(ignoreMissing)
    const pt = shape ? Math.min(CAPTION_PT, (width - 2 * PADDING_PT) / shape.width) : 0
    if (shape && pt >= SMALLEST_CAPTION_PT) {
      const segments = mapPoints(shape.segments, (x, y) => [PADDING_PT + x * pt, 2 + y * pt])
      return [
        {
          segments: [
            ['move', PADDING_PT, CAPTION_PT * 1.55],
            ['line', width - PADDING_PT, CAPTION_PT * 1.55],
          ],
          paint: { type: 'stroke', width: 0.4, colour: GREY },
        },
        { segments, paint: { type: 'fill', rule: 'nonzero', colour: GREY } },
      ]
    }
  }
  return []
}

/** Returns null if the fonts lack characters of a name. */
function ignoreMissing(error: unknown): null {
  if (error instanceof MissingCharacters) return null
  throw error
}

function formatText(segments: Segment[]): Uint8Array {
  try {
    return formatAppearance([
      { segments, paint: { type: 'fill', rule: 'nonzero', colour: INKS.black } },
    ])
  } catch {
    throw new TextDoesNotFit()
  }
}
