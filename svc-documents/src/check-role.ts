/** `node main.js check`: checks all stored data of the record once. */
import { createLog } from '@inkproof/service-kit/log'
import { openMongo } from '@inkproof/service-kit/mongo'
import { certificateStore } from './certificates/certificate-store.ts'
import { certificateModel } from './certificates/certificates.model.ts'
import type { LogConfig } from './config.ts'
import { entryModel } from './log/entries.model.ts'
import { entryStore } from './log/entry-store.ts'
import { headsModel } from './log/heads.model.ts'
import { headsStore } from './log/heads-store.ts'
import { logFiles } from './log/log-files.ts'
import { type SelfCheck, selfCheck } from './self-check.ts'

/** Runs the check once and returns the differences, which are also logged. */
export async function checkOnce(config: LogConfig): Promise<SelfCheck> {
  const log = createLog('svc-documents-check', config.LOG_LEVEL)
  const mongo = openMongo(config.MONGO_URL, log)
  const { connection } = mongo
  const deps = {
    store: entryStore(entryModel(connection)),
    heads: headsStore(headsModel(connection)),
    certificates: certificateStore(certificateModel(connection)),
    files: logFiles(config.LOG_DIR, config.LOG_COPY_DIR),
  }
  try {
    await mongo.prepare()
    const found = await selfCheck(deps)
    if (found.findings.length > 0) log.error(found, 'the record differs from what was signed')
    else log.info(found, 'the record matches what was signed')
    return found
  } finally {
    await mongo.close()
  }
}
