/** What is said about office files that cannot be converted. */
import { RequestError } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'

/** Why an office file was not converted. `sentence`: in words. */
export class OfficeProblem extends Error {
  override readonly name = 'OfficeProblem'
  readonly sentence: string

  constructor(fileName: string, cause: unknown) {
    super('not converted', { cause })
    this.sentence = explain(fileName, cause)
  }
}

function explain(name: string, cause: unknown): string {
  if (!(cause instanceof RequestError))
    return t('“{name}” could not be converted. Check your connection, then try again.', { name })
  return SENTENCES[cause.code ?? '']?.(name) ?? cause.sentence
}

const SENTENCES: Readonly<Record<string, (name: string) => string>> = {
  OFFICE_FILES_NOT_OFFERED: notOffered,
  OFFICE_FILE_WRONG_TYPE: (name) =>
    t(
      '“{name}” is neither a Word, Excel or PowerPoint file nor another that can be converted here. Save it as PDF, then choose that file.',
      { name },
    ),
  OFFICE_FILE_ENCRYPTED: (name) =>
    t('“{name}” is protected by a password. Save it without protection, then choose that file.', {
      name,
    }),
  OFFICE_FILE_EXPANDS: tooLong,
  PDF_TOO_MANY_PAGES: tooLong,
  OFFICE_FILE_UNREADABLE: (name) =>
    t(
      '“{name}” could not be converted. It may be damaged, protected by a password, or take too long. Save it as PDF, then choose that file.',
      { name },
    ),
  UNAVAILABLE: (name) =>
    t('“{name}” could not be converted now, because others are waiting. Try again in a minute.', {
      name,
    }),
}

export function notOffered(name: string): string {
  return t(
    '“{name}” is an office file. This installation cannot convert office files. Save it as PDF, then choose that file.',
    { name },
  )
}

export function signInFirst(name: string): string {
  return t(
    '“{name}” is an office file, which this installation converts for people who are signed in. Sign in, then choose it again.',
    { name },
  )
}

export function tooLargeToConvert(name: string): string {
  return t(
    '“{name}” is larger than 20 MB, too large to be converted here. Save it as PDF, then choose that file.',
    { name },
  )
}

function tooLong(name: string): string {
  return t('“{name}” is too long to be converted here. Save it as PDF, then choose that file.', {
    name,
  })
}
