import { convertOfficeFile } from '@inkproof/protocol/calls/office-files'
import { call } from '@inkproof/slice-parts/call'
import { OfficeProblem } from './office-problem.ts'

/**
 * Has the installation convert an office file to PDF.
 *
 * @returns a file with the same name, apart from its extension
 * @throws OfficeProblem; the reason of `signal`
 */
export async function convertToPdf(file: File, signal: AbortSignal): Promise<File> {
  const pdf = await call(convertOfficeFile, { file }, { signal }).catch((error: unknown) => {
    throw signal.aborted ? signal.reason : new OfficeProblem(file.name, error)
  })
  const name = file.name.replace(/\.[a-z]{3,4}$/i, '') || file.name
  return new File([pdf], `${name}.pdf`, { type: 'application/pdf' })
}
