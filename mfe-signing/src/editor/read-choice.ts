/** Reads the files that someone chose to sign: a PDF, or pictures, which become one. */
import { t } from '@inkproof/texts/text'
import { type PictureProblem, UnusablePictures } from '../pictures/picture-problem.ts'
import { MAX_PICTURES, picturesToPdf } from '../pictures/pictures-to-pdf.ts'
import { checkFile } from './check-file.ts'
import { checkSignedFile, type SignedFile } from './signed-file.ts'

/** A document that can be signed, or why the files cannot be, as one sentence. */
export type Choice =
  | (Pick<SignedFile, 'signedBefore'> & { file: File; isReduced: boolean; problem: null })
  | { problem: string }

/** `onProgress`: how many of several pictures are done; called with 0 first. */
export async function readChoice(
  files: readonly [File, ...File[]],
  onProgress: (done: number) => void,
): Promise<Choice> {
  const [first, ...others] = files
  if (files.length > MAX_PICTURES) {
    return { problem: t('Choose at most {count} pictures.', { count: MAX_PICTURES }) }
  }
  let hasPdf = false
  for (const file of files) {
    const checked = await checkFile(file).catch(() => null)
    if (checked === null) return { problem: unreadable(file.name) }
    if (checked.kind === 'unusable') return checked
    hasPdf ||= checked.kind === 'pdf'
  }
  if (hasPdf && others.length > 0) return { problem: t('Choose one PDF, or only pictures.') }
  if (!hasPdf) return readPictures(files, onProgress)
  const signed = await checkSignedFile(first).catch(() => ({ problem: unreadable(first.name) }))
  return signed.problem === null
    ? { ...signed, file: first, isReduced: false, problem: null }
    : { problem: signed.problem }
}

async function readPictures(
  pictures: readonly [File, ...File[]],
  onProgress: (done: number) => void,
): Promise<Choice> {
  onProgress(0)
  try {
    return { ...(await picturesToPdf(pictures, { onProgress })), problem: null }
  } catch (error) {
    const { problem, fileName } =
      error instanceof UnusablePictures ? error : new UnusablePictures('failed')
    return { problem: PROBLEMS[problem](fileName ?? pictures[0].name) }
  }
}

const PROBLEMS: Readonly<Record<PictureProblem, (name: string) => string>> = {
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

function unreadable(name: string): string {
  return t('“{name}” could not be read. Choose it again.', { name })
}
