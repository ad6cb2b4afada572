/** What is said about files that cannot be signed. */
import { t } from '@inkproof/texts/text'
import { CombineError, type CombineProblem } from '../combining/combine-files.ts'
import { type PictureProblem, UnusablePictures } from '../pictures/picture-problem.ts'

/** Why the files cannot be signed, as one sentence. */
export class UnusableChoice extends Error {
  readonly sentence: string

  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'UnusableChoice'
    this.sentence = sentence
  }
}

/** Returns errors of other kinds, such as a cancellation, as they are. */
export function explain(error: unknown, fileName: string): unknown {
  if (error instanceof UnusablePictures) {
    const sentence = PICTURE_PROBLEMS[error.problem](error.fileName ?? fileName)
    return new UnusableChoice(sentence, { cause: error })
  }
  if (error instanceof CombineError) {
    return new UnusableChoice(partProblem(error.code, fileName), { cause: error })
  }
  return error
}

/** Why a file cannot be combined with others, as a sentence. */
export function partProblem(code: CombineProblem, name: string): string {
  return (code !== null && PART_PROBLEMS[code]?.(name)) || notCombined()
}

const PART_PROBLEMS: Partial<Record<NonNullable<CombineProblem>, (name: string) => string>> = {
  unreadable: (name) =>
    t('“{name}” is damaged. Print it to a new PDF, then choose that file.', { name }),
  'no-pages': (name) => t('“{name}” has no pages. Remove it, then try again.', { name }),
  encrypted: (name) =>
    t('“{name}” is protected by a password. Save it without protection, then choose that file.', {
      name,
    }),
  'already-signed': (name) =>
    t('“{name}” has digital signatures, which do not survive being combined. Sign it on its own.', {
      name,
    }),
  'hidden-layers': (name) =>
    t('“{name}” has hidden layers. Print it to a new PDF, then choose that file.', { name }),
}

const PICTURE_PROBLEMS: Readonly<Record<PictureProblem, (name: string) => string>> = {
  unreadable: (name) =>
    t(
      '“{name}” could not be read. It may be damaged, or in a format that this browser does not support. Save it as PNG or JPEG, then choose that file.',
      { name },
    ),
  'too-many-pixels': (name) =>
    t('“{name}” has more than 50 megapixels. Save a smaller version, then choose that file.', {
      name,
    }),
  animated: (name) => t('“{name}” is an animation. Choose a still picture.', { name }),
  'too-large': () => t('These pictures are too large for one document. Choose fewer pictures.'),
  failed: () => t('The PDF could not be created. Try again with fewer pictures.'),
}

export function unreadable(name: string): string {
  return t('“{name}” could not be read. Choose it again.', { name })
}

export function tooLarge(): string {
  return t('These files are larger than 50 MB together. Choose fewer files.')
}

function notCombined(): string {
  return t('The files could not be combined. Try again with fewer files.')
}
