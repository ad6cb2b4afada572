/**
 * `unreadable`: damaged, or in a format that this browser cannot decode. `too-many-pixels`: above 50 megapixels. `too-large`:
 * all pictures together are above the limit of a document. `failed`: the browser ran out of memory or time.
 */
export type PictureProblem = 'unreadable' | 'too-many-pixels' | 'animated' | 'too-large' | 'failed'

/** Why pictures cannot become a PDF. */
export class UnusablePictures extends Error {
  override readonly name = 'UnusablePictures'
  readonly problem: PictureProblem
  /** The file; null if it is not about one of them. */
  readonly fileName: string | null

  constructor(problem: PictureProblem, fileName: string | null = null) {
    super(problem)
    this.problem = problem
    this.fileName = fileName
  }
}
