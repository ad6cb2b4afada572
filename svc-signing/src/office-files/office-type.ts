/** Finds out what kind of office file bytes are. Names are not considered. */
import { AppError } from '@inkproof/service-kit/app-error'
import { type ArchiveProblem, ArchiveRefused, readArchive } from './read-archive.ts'

/** `extension`: under which LibreOffice reads the file. `input` and `output`: its filters. */
export type OfficeType = { extension: string; input: string; output: string }

/**
 * The extension, the application and the filter that reads the type. LibreOffice must not choose the filter: it would show the bytes
 * of a damaged file as text.
 */
const TYPES = [
  'docx writer MS Word 2007 XML',
  'xlsx calc Calc MS Excel 2007 XML',
  'pptx impress Impress MS PowerPoint 2007 XML',
  'odt writer writer8',
  'ods calc calc8',
  'odp impress impress8',
  'doc writer MS Word 97',
  'xls calc MS Excel 97',
  'ppt impress MS PowerPoint 97',
  'rtf writer Rich Text Format',
] as const

/** The names of streams in files of the formats before 2007. */
const STREAMS = {
  WordDocument: 'doc',
  'PowerPoint Document': 'ppt',
  Workbook: 'xls',
  Book: 'xls',
} as const

/** With tags, for screen readers. */
const EXPORT_OPTIONS = JSON.stringify({ UseTaggedPDF: { type: 'boolean', value: 'true' } })

/** Returns undefined for files that are not converted. @param extension such as `docx` */
export function typeOfExtension(extension: string): OfficeType | undefined {
  const line = TYPES.find((type) => type.startsWith(`${extension} `))
  return line && officeType(extension)
}

function officeType(extension: string): OfficeType {
  const line = TYPES.find((type) => type.startsWith(`${extension} `)) ?? TYPES[0]
  const [, app, ...input] = line.split(' ')
  return { extension, input: input.join(' '), output: `${app}_pdf_Export:${EXPORT_OPTIONS}` }
}

const CONTENT_TYPES = '[Content_Types].xml'
const MANIFEST = 'META-INF/manifest.xml'
const ODF = 'application/vnd.oasis.opendocument.'

/** @throws AppError OFFICE_FILE_WRONG_TYPE, OFFICE_FILE_ENCRYPTED, OFFICE_FILE_EXPANDS, OFFICE_FILE_UNREADABLE */
export async function officeTypeOf(file: Uint8Array): Promise<OfficeType> {
  const start = Buffer.from(file.subarray(0, 8)).toString('latin1')
  if (start.startsWith('PK\x03\x04')) return archiveType(file)
  if (start === 'ÐÏ\x11à¡±\x1aá') return compoundType(file)
  if (start.startsWith('{\\rtf')) return officeType('rtf')
  throw new AppError('OFFICE_FILE_WRONG_TYPE')
}

async function archiveType(file: Uint8Array): Promise<OfficeType> {
  const { names, texts } = await readArchive(file, ['mimetype', CONTENT_TYPES, MANIFEST]).catch(
    (error: unknown) => {
      if (!(error instanceof ArchiveRefused)) throw error
      throw new AppError(PROBLEMS[error.problem], {}, { cause: error })
    },
  )
  const type = texts.has(CONTENT_TYPES) ? openXmlType(names) : openDocumentType(texts)
  if (type === undefined) throw new AppError('OFFICE_FILE_WRONG_TYPE')
  return type
}

function openXmlType(names: readonly string[]): OfficeType | undefined {
  const has = (folder: string) => names.some((name) => name.startsWith(folder))
  if (has('word/')) return officeType('docx')
  if (has('xl/')) return officeType('xlsx')
  if (has('ppt/')) return officeType('pptx')
  return undefined
}

function openDocumentType(texts: ReadonlyMap<string, string>): OfficeType | undefined {
  const mediaType = texts.get('mimetype')?.trim() ?? ''
  const kind = mediaType.startsWith(ODF) && mediaType.slice(ODF.length).replace(/-template$/, '')
  if (texts.get(MANIFEST)?.includes('encryption-data')) throw new AppError('OFFICE_FILE_ENCRYPTED')
  if (kind === 'text') return officeType('odt')
  if (kind === 'spreadsheet') return officeType('ods')
  if (kind === 'presentation') return officeType('odp')
  return undefined
}

/** Files of the formats before 2007, by the names of their streams. Files with a password of later formats are also such files. */
function compoundType(file: Uint8Array): OfficeType {
  const buffer = Buffer.from(file.buffer, file.byteOffset, file.length)
  const has = (stream: string) => buffer.includes(Buffer.from(`${stream}\0`, 'utf16le'))
  if (has('EncryptedPackage')) throw new AppError('OFFICE_FILE_ENCRYPTED')
  const stream = Object.entries(STREAMS).find(([name]) => has(name))
  if (stream) return officeType(stream[1])
  throw new AppError('OFFICE_FILE_WRONG_TYPE')
}

const PROBLEMS = {
  unreadable: 'OFFICE_FILE_UNREADABLE',
  encrypted: 'OFFICE_FILE_ENCRYPTED',
  expands: 'OFFICE_FILE_EXPANDS',
} as const satisfies Record<ArchiveProblem, string>
