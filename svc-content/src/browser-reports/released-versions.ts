import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReportedPart } from '@inkproof/protocol/browser-reports'

type Version = Pick<ReportedPart, 'package' | 'version'>

/**
 * Returns a function that tells whether a version of a part has been released to a folder, as slice-kit writes it. The
 * protocol allows only names and versions that are names of files.
 */
export function createReleaseCheck(folder: string): (part: Version) => Promise<boolean> {
  return ({ package: name, version }) => {
    const file =
      name === 'shell'
        ? join(folder, 'shell/versions', version, 'index.html')
        : join(folder, 'slices', name, version, 'slice.json')
    return access(file).then(
      () => true,
      () => false,
    )
  }
}
