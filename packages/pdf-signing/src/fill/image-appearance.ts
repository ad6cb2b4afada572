/** The appearance of drawn or uploaded signatures. */
import type { PDF, PdfRef } from '@libpdf/core'
import { SigningError } from '../errors.ts'
import { type AppearanceBox, formStream } from '../pdf/appearance.ts'
import { dict } from '../pdf/objects.ts'
import { imageSize } from './image-size.ts'

const IMAGE_NAME = 'Im0'

/** Draws a PNG (with its transparency) or JPEG image, as large as fits, in the middle of the box. */
export function imageAppearance(pdf: PDF, box: AppearanceBox, image: Uint8Array): PdfRef {
  const { width, height } = imageSize(image)
  const scale = Math.min(box.width / width, box.height / height)
  const [w, h] = [width * scale, height * scale]
  const [x, y] = [(box.width - w) / 2, (box.height - h) / 2]
  const placed = [w, 0, 0, h, x, y].map((value) => value.toFixed(3)).join(' ')
  return formStream(pdf, box, `q ${placed} cm /${IMAGE_NAME} Do Q`, {
    XObject: dict({ [IMAGE_NAME]: embed(pdf, image) }),
  })
}

/** @throws SigningError `unreadable-image` */
function embed(pdf: PDF, image: Uint8Array): PdfRef {
  try {
    return pdf.embedImage(image).ref
  } catch (error) {
    throw new SigningError('unreadable-image', [], { cause: error })
  }
}
