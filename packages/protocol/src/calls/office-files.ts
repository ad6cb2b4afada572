/** The calls of svc-signing that make PDF files of office files. */
import { bytes, type CallLimit, defineCall } from '../call.ts'
import { READ_LIMIT, TAG } from '../envelope-call-options.ts'
import { MAX_OFFICE_BYTES, OfficeSupport } from '../office-files.ts'

/** Each conversion takes seconds of a processor. */
const CONVERSION_LIMIT = {
  name: 'office-conversions',
  max: 60,
  windowSeconds: 60 * 60,
  whenRedisFails: 'closed',
  by: 'account',
} as const satisfies CallLimit

const PATH = '/api/v1/envelopes/office-files/conversion'

export const showOfficeSupport = defineCall({
  method: 'GET',
  path: PATH,
  summary: 'Returns whether this installation converts office files to PDF.',
  tag: TAG,
  access: 'anyone',
  limit: { ...READ_LIMIT, name: 'office-support', by: 'ip', whenRedisFails: 'open' },
  cache: 'public, max-age=60',
  responses: { 200: OfficeSupport },
})

export const convertOfficeFile = defineCall({
  method: 'POST',
  path: PATH,
  summary:
    'Converts a Word, Excel, PowerPoint, OpenDocument or RTF file to PDF. Nothing is stored. Closing the connection ends the conversion.',
  tag: TAG,
  access: 'member',
  scope: 'envelopes:write',
  limit: CONVERSION_LIMIT,
  upload: { type: 'application/octet-stream', maxBytes: MAX_OFFICE_BYTES },
  responses: { 200: bytes('application/pdf') },
  errors: [
    'OFFICE_FILES_NOT_OFFERED',
    'OFFICE_FILE_WRONG_TYPE',
    'OFFICE_FILE_ENCRYPTED',
    'OFFICE_FILE_EXPANDS',
    'OFFICE_FILE_UNREADABLE',
    'PDF_TOO_MANY_PAGES',
  ],
})

export const officeFileCalls = { showOfficeSupport, convertOfficeFile }
