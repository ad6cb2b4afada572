import type { Picture } from './traced-mark.ts'

export type PictureProblem = 'too-large' | 'wrong-type' | 'unreadable'

export class UnusablePicture extends Error {
  override readonly name = 'UnusablePicture'
  readonly problem: PictureProblem

  constructor(problem: PictureProblem) {
    super(problem)
    this.problem = problem
  }
}

export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const
const MAX_BYTES = 10 * 1024 ** 2
/** Enough for smooth outlines, and traced in a fraction of a second. */
const LONGEST_SIDE_PX = 900

/** Decodes a picture and scales it down. @throws UnusablePicture */
export async function readPicture(file: File): Promise<Picture> {
  if (!PICTURE_TYPES.some((type) => type === file.type)) throw new UnusablePicture('wrong-type')
  if (file.size > MAX_BYTES) throw new UnusablePicture('too-large')
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (bitmap === null) throw new UnusablePicture('unreadable')
  const scale = Math.min(1, LONGEST_SIDE_PX / Math.max(bitmap.width, bitmap.height))
  const [width, height] = [bitmap.width * scale, bitmap.height * scale].map((side) =>
    Math.max(1, Math.round(side)),
  ) as [number, number]
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (context === null) throw new UnusablePicture('unreadable')
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  return context.getImageData(0, 0, width, height)
}
