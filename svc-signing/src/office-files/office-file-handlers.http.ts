/** The handlers of the calls about office files. */
import { convertOfficeFile, type officeFileCalls } from '@inkproof/protocol/calls/office-files'
import { AppError } from '@inkproof/service-kit/app-error'
import { createBoundedQueue } from '@inkproof/service-kit/bounded-queue'
import type { Handlers } from '@inkproof/service-kit/calls/implement'
import { readUpload } from '@inkproof/service-kit/calls/upload'
import { createKeyedQueue } from '@inkproof/service-kit/keyed-queue'
import type { OfficeConverter } from './converter.ts'

/** Each upload is in memory completely. More are refused at once, because a conversion can take a minute. */
const MAX_UPLOADS = 3

export function officeFileHandlers(converter: OfficeConverter): Handlers<typeof officeFileCalls> {
  const runInQueue = createBoundedQueue(MAX_UPLOADS, 0)
  const runForAccount = createKeyedQueue()
  return {
    showOfficeSupport: async () => ({ isOffered: await converter.isOffered() }),

    convertOfficeFile: async ({ req, res, session }) => {
      if (!(await converter.isOffered())) throw new AppError('OFFICE_FILES_NOT_OFFERED')
      const convert = async () => {
        const leaving = new AbortController()
        res.on('close', () => leaving.abort())
        const file = await readUpload(req, convertOfficeFile.upload)
        return converter.convert(file, leaving.signal)
      }
      // One person's files must not take all places.
      return runForAccount(session.accountId, () => runInQueue(convert))
    },
  }
}
