/** Makes the content of a folder the live release of a bucket: `copy-to-storage.ts <folder> <s3 address> <cache folder>`. */
import { cp } from 'node:fs/promises'
import { changeStorage } from '../storage/release-to-storage.ts'
import { openS3 } from '../storage/s3-store.ts'

const [from = '', to = '', cache = ''] = process.argv.slice(2)

await changeStorage(openS3(to), cache, (folder) => cp(from, folder, { recursive: true }))
